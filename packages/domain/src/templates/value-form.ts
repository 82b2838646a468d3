import type { WaitKind } from "@gatepost/contract/steps/waits";
import { parseExactJson } from "../platform/exact-json.ts";
import { mismatch, patternWords } from "./pattern.ts";

export function isFile(value: unknown): value is { name: string; type: string; base64: string } {
  if (typeof value !== "object" || value === null) return false;
  const { name, type, base64 } = value as Record<string, unknown>;
  return (
    typeof name === "string" &&
    name !== "" &&
    typeof type === "string" &&
    typeof base64 === "string" &&
    isBase64(base64)
  );
}

/** One search for a character, because a repeated group can exhaust the stack on a text of megabytes. */
export function isBase64(text: string): boolean {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(padding > 0 ? text.slice(0, -padding) : text);
}

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
  if (kind !== null && !kinds[kind].accepts(value, options)) {
    const { expected } = kinds[kind];
    return `The value must be ${typeof expected === "string" ? expected : expected(options)}.`;
  }
  return pattern === null ? undefined : mismatch(pattern, text);
}

/** Like valueProblem, for a form that is stored with a variable. */
export function storedFormProblem(stored: string, value: unknown, text: string): string | undefined {
  return valueProblem(storedForm(stored), value, text);
}

/** Of tasks that were created before kinds, it is a pattern alone. */
function storedForm(stored: string): ValueForm {
  return stored.startsWith('{"kind":')
    ? (JSON.parse(stored) as ValueForm)
    : { kind: null, options: [], pattern: stored };
}

/** What a person is told whose answer does not have the stored form; undefined if only the pattern itself says it. */
export function expectedAnswer(stored: string): string | undefined {
  const { kind, pattern } = storedForm(stored);
  const answer = kind === null ? undefined : kinds[kind].answer;
  if (answer) return answer;
  const words = pattern === null ? undefined : patternWords(pattern);
  return words && `The answer must be ${words}.`;
}

interface KindOfValue {
  accepts(value: unknown, options: readonly string[]): boolean;
  /** As the words after "The value must be". */
  expected: string | ((options: readonly string[]) => string);
  /** For the person who answers; left out where any text that is entered is a value. */
  answer?: string;
}

const aString: KindOfValue = { accepts: (value) => typeof value === "string", expected: "a string" };

const oneOfOptions: KindOfValue = {
  accepts: (value, options) => typeof value === "string" && options.includes(value),
  expected: (options) => `one of ${options.map((option) => JSON.stringify(option)).join(", ")}`,
  answer: "Choose one of the answers.",
};

const kinds: Record<WaitKind, KindOfValue> = {
  text: aString,
  code: aString,
  choice: oneOfOptions,
  help: oneOfOptions,
  yes_no: {
    accepts: (value) => typeof value === "boolean",
    expected: "true or false",
    answer: "The answer must be yes or no.",
  },
  number: {
    // Numbers that a double cannot hold are kept as they were sent (exact-json.ts).
    accepts: (value) => typeof value === "number" || JSON.isRawJSON(value),
    expected: "a number",
    answer: "The answer must be a number, such as 12 or 3.5.",
  },
  file: {
    accepts: isFile,
    expected: 'a file: {"name": "…", "type": "…", "base64": "…"}',
    answer: "Choose a file.",
  },
  live: { accepts: (value) => value === true, expected: "true" },
};

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value that a person entered as text for a wait of this kind. A text that is none of the kind's values is returned as
 * it is, so that the push refuses it and says what fits.
 */
export function enteredValue(kind: WaitKind, text: string): unknown {
  switch (kind) {
    case "yes_no":
    case "live":
      if (/^\s*(?:yes|true)\s*$/i.test(text)) return true;
      return /^\s*(?:no|false)\s*$/i.test(text) ? false : text;
    case "number": {
      const number = text.trim();
      return jsonNumber.test(number) ? parseExactJson(number) : text;
    }
    case "code":
    case "help":
      return text.trim();
    case "file":
      return readFile(text);
    default:
      return text;
  }
}

/** A file comes as JSON: {name, type, base64}. Nothing else of it is kept: it could be nested too deeply to be written again. */
function readFile(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isFile(value) ? { name: value.name, type: value.type, base64: value.base64 } : text;
  } catch {
    return text;
  }
}
