"use client";

import { useState } from "react";
import { Button } from "./button.tsx";

/** A request or response to read and copy. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="relative min-w-0 rounded-field border border-line bg-raised">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-field"
      >
        <pre className="p-3 pr-20 font-mono text-12 whitespace-pre-wrap">{code}</pre>
      </section>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={code} />
      </div>
    </div>
  );
}

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, setSaid] = useState<"" | "Copied" | "Copy failed: select the text and copy it">("");
  return (
    <Button
      size="small"
      aria-live="polite"
      onClick={async () => {
        setSaid(
          await navigator.clipboard.writeText(text).then(
            () => "Copied" as const,
            () => "Copy failed: select the text and copy it" as const,
          ),
        );
        setTimeout(() => setSaid(""), 2_000);
      }}
    >
      {said || label}
    </Button>
  );
}
