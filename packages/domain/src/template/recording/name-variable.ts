import type { RecordedSelector } from "@gatepost/contract/recording";

/** What a typed value is called: by the field's name, its id, or its label, in lower case. */
export function nameVariable(offered: readonly RecordedSelector[]): string {
  const texts = offered.map((one) => (typeof one === "string" ? one : (one.at(-1) ?? "")));
  const found =
    first(texts, /\[name=["']?([^"'\]]+)/) ??
    first(texts, /#([A-Za-z][\w-]*)$/) ??
    first(texts, /@(?:name|id)=["']([A-Za-z][^"']*)["']\]$/) ??
    first(texts, /^aria\/(.+?)(?:\[role="[a-z]+"\])?$/s) ??
    first(texts, /\[(?:data-[\w-]+|placeholder|autocomplete)=["']?([^"'\]]+)/) ??
    "value";
  const name = found
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64);
  return name === "" || name === "constructor" || name === "prototype" ? "value" : name;
}

function first(texts: readonly string[], pattern: RegExp): string | undefined {
  for (const text of texts) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  return undefined;
}
