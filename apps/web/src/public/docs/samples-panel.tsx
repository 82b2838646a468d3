"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Field } from "../../components/form.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { type Language, languages, sample } from "./samples.ts";

interface Props {
  origin: string;
  method: string;
  request: Record<string, unknown>;
}

export function SamplesPanel({ origin, method, request }: Props) {
  const key = useContext(KeyInSamples);
  const [language, setLanguage] = useState<Language>("curl");
  const body = { ...request, clientKey: key };
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
    </div>
  );
}

const KeyInSamples = createContext("YOUR_KEY");

/** The key in the samples of this page. It is neither stored nor sent. */
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
              Used in the samples below. It is not stored.{" "}
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
