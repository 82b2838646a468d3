import type { RecordedSelector } from "@gatepost/contract/recording";
import { textsOf } from "./choose-selector.ts";

interface Field {
  selectors: readonly RecordedSelector[];
  /** The one that was chosen. */
  selector: string;
  /** What was typed. */
  value: string;
  inBoxes?: boolean | undefined;
  /** What the field is called, where that is known. */
  label?: string | undefined;
}

/** By name, what was typed and where, to tell fields of one name apart. The values leave it for nowhere else. */
export type TypedVariables = Map<string, { selector: string; value: string }>;

/** The variable of a typed text. The same field typed into again with another text gets another variable. */
export function typedVariable(known: TypedVariables, { selectors, selector, value, inBoxes, label }: Field): string {
  const own = label ? variableName(label) : nameVariable(selectors);
  // The first of several boxes: `digit_1` stands for all of them.
  const name = inBoxes ? own.replace(/_?\d+$/, "") || "code" : own;
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}_${count}`;
    const other = known.get(candidate);
    if (other && (other.selector !== selector || other.value !== value)) continue;
    known.set(candidate, { selector, value });
    return candidate;
  }
}

/** What a typed value is called: by the field's name, its id, or its label, in lower case. */
function nameVariable(offered: readonly RecordedSelector[]): string {
  const texts = textsOf(offered);
  const found =
    first(texts, /\[name=["']?([^"'\]]+)/) ??
    first(texts, /#([A-Za-z][\w-]*)$/) ??
    first(texts, /@(?:name|id)=["']([A-Za-z][^"']*)["']\]$/) ??
    first(texts, /^aria\/(.+?)(?:\[role="[a-z]+"\])?$/s) ??
    first(texts, /\[(?:data-[\w-]+|placeholder|autocomplete)=["']?([^"'\]]+)/) ??
    "value";
  return variableName(found);
}

function variableName(called: string): string {
  const name = called
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
