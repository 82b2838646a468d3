"use client";

import { useState } from "react";
import { Button } from "./button.tsx";

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
