"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { scrollTo } from "./page-hooks.ts";
import { Notice } from "./panel.tsx";

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

/** What is shown only once, with what to do. The page scrolls to it, because the button that made it may be far below. */
export function ShownOnce({ label, code, children }: { label: string; code: string; children: ReactNode }) {
  return (
    <div key={code} ref={scrollTo} className="scroll-my-24 space-y-2">
      <Notice tone="ready">{children}</Notice>
      <CodeBlock label={label} code={code} />
    </div>
  );
}

/**
 * Whether the text is on the clipboard now. A browser has none for a page over plain HTTP from another machine. A text that is still
 * to come is promised during the click, because Safari lets no page copy after it.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const plain = "text/plain";
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else {
      const content = async () => new Blob([await text], { type: plain });
      await navigator.clipboard.write([new ClipboardItem({ [plain]: content() })]);
    }
    return true;
  } catch {
    return false;
  }
}

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, setSaid] = useState<"" | "Copied" | "Copy failed: select the text and copy it">("");
  return (
    <Button
      size="small"
      aria-live="polite"
      onClick={async () => {
        setSaid((await copyText(text)) ? "Copied" : "Copy failed: select the text and copy it");
        setTimeout(() => setSaid(""), 2_000);
      }}
    >
      {said || label}
    </Button>
  );
}
