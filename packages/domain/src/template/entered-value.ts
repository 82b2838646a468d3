import type { WaitKind } from "@gatepost/contract/wait-kinds";
import { parseExactJson } from "../exact-json.ts";

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const answers = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

/**
 * The value that a person entered as text for a wait of this kind. A text that is none of the kind's values is returned as
 * it is, so that the push refuses it and says what fits.
 */
export function enteredValue(kind: WaitKind, text: string): unknown {
  switch (kind) {
    case "yes_no":
      return answers.get(text.trim().toLowerCase()) ?? text;
    case "number": {
      const number = text.trim();
      return jsonNumber.test(number) ? parseExactJson(number) : text;
    }
    case "code":
      return text.trim();
    case "file":
      return readFile(text);
    default:
      return text;
  }
}

/** A file comes as JSON: {name, type, base64}. */
function readFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
