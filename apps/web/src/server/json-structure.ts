import { limits } from "@gatepost/contract/limits";
import { DomainError } from "@gatepost/domain/errors";

/**
 * Throws ERROR_REQUEST_TOO_LARGE for JSON with too many values or levels. Reads the text, because parsing a million values takes
 * a second, during which the process answers nobody, and walking deep ones could overflow the stack.
 */
export function checkStructure(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limits.nesting) tooLarge(`is nested deeper than ${limits.nesting} levels`);
        if (!isClosing(text.charCodeAt(at + 1))) values++;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x2c: // ,
        if (++values > limits.values) tooLarge(`has more than ${limits.values.toLocaleString("en")} values`);
    }
  }
}

function isClosing(character: number): boolean {
  return character === 0x5d || character === 0x7d;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
  return at;
}

function tooLarge(fact: string): never {
  throw new DomainError("ERROR_REQUEST_TOO_LARGE", `Over a limit: the body ${fact}.`);
}
