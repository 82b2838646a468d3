"use client";

import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Field } from "../../components/form.tsx";
import { Notice } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { type Language, languages, sample } from "./samples.ts";

interface Props {
  origin: string;
  method: string;
  request: Record<string, unknown>;
}

export function SamplesPanel({ origin, method, request }: Props) {
  const key = useContext(KeyInSamples);
  const id = useId();
  const [language, setLanguage] = useState<Language>("curl");
  const [edited, setEdited] = useState<string>();
  const [answer, setAnswer] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const body = { ...request, clientKey: key };
  const text = edited ?? JSON.stringify(body, null, 2);

  async function call() {
    setProblem("");
    setAnswer("");
    try {
      JSON.parse(text);
    } catch {
      return setProblem("The body is not valid JSON. Check for a missing comma or quote.");
    }
    setBusy(true);
    try {
      const response = await fetch(`/${method}`, { method: "POST", body: text });
      setAnswer(JSON.stringify(await response.json(), null, 2));
    } catch {
      setProblem("The site did not respond. Try again in a moment.");
    }
    setBusy(false);
  }
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
      <details className="rounded-field border border-line">
        <summary className="cursor-pointer px-3 py-2 font-semibold text-13">Try it</summary>
        <div className="space-y-3 border-line border-t p-3">
          <label htmlFor={id} className="block text-13 text-muted">
            The body of {method}, as it is sent
          </label>
          <textarea
            id={id}
            value={text}
            rows={Math.min(18, text.split("\n").length + 1)}
            spellCheck={false}
            onChange={({ target }) => setEdited(target.value)}
            className="w-full rounded-field border border-line bg-panel p-2 font-mono text-12"
          />
          <div className="flex gap-2">
            <Button variant="main" size="small" busy={busy} onClick={call}>
              Call {method}
            </Button>
            {edited !== undefined && (
              <Button size="small" onClick={() => setEdited(undefined)}>
                Reset
              </Button>
            )}
          </div>
          {problem && <Notice tone="failed">{problem}</Notice>}
          <div aria-live="polite">{answer && <CodeBlock label={`Response of ${method}`} code={answer} />}</div>
        </div>
      </details>
    </div>
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
