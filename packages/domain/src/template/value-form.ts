import type { WaitKind } from "@gatepost/contract/wait-kinds";
import { isFile } from "./file-value.ts";
import { mismatch } from "./pattern.ts";

/** The form that a wait declares for its values. */
export interface ValueForm {
  kind: WaitKind | null;
  options: readonly string[];
  pattern: string | null;
}

/** A form as it is stored and compared; null if any value is accepted. */
export function formText({ kind, options, pattern }: ValueForm): string | null {
  return kind === null && pattern === null ? null : JSON.stringify({ kind, options, pattern });
}

/** Why a value does not have a form, as a sentence; undefined if it does. `text`: the value as it would be typed. */
export function valueProblem({ kind, options, pattern }: ValueForm, value: unknown, text: string): string | undefined {
  if (kind !== null && !checks[kind](value, options)) return `The value must be ${expected(kind, options)}.`;
  return pattern === null ? undefined : mismatch(pattern, text);
}

/** The same for a form that is stored with a variable: of tasks that were created before kinds, it is a pattern alone. */
export function storedFormProblem(stored: string, value: unknown, text: string): string | undefined {
  return stored.startsWith('{"kind":')
    ? valueProblem(JSON.parse(stored) as ValueForm, value, text)
    : mismatch(stored, text);
}

const checks: Record<WaitKind, (value: unknown, options: readonly string[]) => boolean> = {
  text: (value) => typeof value === "string",
  code: (value) => typeof value === "string",
  choice: (value, options) => typeof value === "string" && options.includes(value),
  yes_no: (value) => typeof value === "boolean",
  // Numbers that a double cannot hold are kept as they were sent (exact-json.ts).
  number: (value) => typeof value === "number" || JSON.isRawJSON(value),
  file: isFile,
};

function expected(kind: WaitKind, options: readonly string[]): string {
  switch (kind) {
    case "text":
    case "code":
      return "a string";
    case "choice":
      return `one of ${options.map((option) => JSON.stringify(option)).join(", ")}`;
    case "yes_no":
      return "true or false";
    case "number":
      return "a number";
    case "file":
      return 'a file: {"name": "…", "type": "…", "base64": "…"}';
  }
}
