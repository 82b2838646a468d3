"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Field, Form, SubmitButton, TextField } from "../../components/form.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { TextLink } from "../../components/text-link.tsx";
import { type Language, languages, sample } from "./samples.ts";

interface Props {
  origin: string;
  method: string;
  request: Record<string, unknown>;
}

export function SamplesPanel({ origin, method, request }: Props) {
  const [language, setLanguage] = useState<Language>("curl");
  const body = { ...request, clientKey: use(KeyInSamples) };
  return (
    <div className="min-w-0 space-y-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={`Language of the ${method} sample`} className="flex flex-wrap gap-1">
        {languages.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
            className={`rounded-field px-3 py-1 text-13 ${one === language ? "bg-raised font-semibold" : "text-muted hover:text-ink"}`}
          >
            {one}
          </button>
        ))}
      </div>
      <CodeBlock label={`${method} in ${language}`} code={sample(language, { origin, method, body })} />
      <CallForm method={method} sample={JSON.stringify(body, null, 2)} />
    </div>
  );
}

function CallForm({ method, sample }: { method: string; sample: string }) {
  const [edited, setEdited] = useState<string>();
  const [answer, setAnswer] = useState("");
  const body = edited ?? sample;
  async function call() {
    setAnswer("");
    try {
      const response = await fetch(`/${method}`, { method: "POST", body });
      setAnswer(JSON.stringify(await response.json(), null, 2));
    } catch {
      throw new Error("The site did not respond. Try again in a moment.");
    }
  }
  return (
    <details className="rounded-field border border-line">
      <summary className="cursor-pointer px-3 py-2 font-semibold text-13">Try it</summary>
      <Form submit={call} keepsValues className="space-y-3 border-line border-t p-3">
        <TextField
          label={`The body of ${method}, as it is sent`}
          name="body"
          value={body}
          onChange={({ target }) => setEdited(target.value)}
          rows={Math.min(18, body.split("\n").length + 1)}
          spellCheck={false}
          className="font-mono"
        />
        <div className="flex gap-2">
          <SubmitButton variant="main" size="small">
            Call {method}
          </SubmitButton>
          {edited !== undefined && (
            <Button size="small" onClick={() => setEdited(undefined)}>
              Reset
            </Button>
          )}
        </div>
        <div aria-live="polite">{answer && <CodeBlock label={`Response of ${method}`} code={answer} />}</div>
      </Form>
    </details>
  );
}

const KeyInSamples = createContext("YOUR_KEY");

/** The key in the samples and forms of this page. It is neither stored nor sent elsewhere. */
export function ExampleKey({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const [key, setKey] = useState("");
  return (
    <KeyInSamples value={key.trim() || "YOUR_KEY"}>
      <div className="max-w-xl">
        <Field
          label="Your key"
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={key}
          readOnly={!useHydrated()}
          onChange={({ target }) => setKey(target.value)}
          placeholder="gp_…"
          className="font-mono"
          hint={
            <>
              Used in the samples and forms below. It is not stored.{" "}
              <TextLink href={signedIn ? "/dashboard/keys" : "/sign-in?next=/dashboard/keys"}>
                {signedIn ? "Create a key" : "Sign in to create one"}
              </TextLink>
            </>
          }
        />
      </div>
      {children}
    </KeyInSamples>
  );
}
