"use client";

import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { type Language, languages, sample } from "./samples.ts";

interface Props {
  origin: string;
  method: string;
  request: Record<string, unknown>;
}

export function SamplesPanel({ origin, method, request }: Props) {
  const [language, setLanguage] = useState<Language>("curl");
  const body = { ...request, clientKey: "YOUR_KEY" };
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
