import { isUtf8 } from "node:buffer";
import { isObject } from "@gatepost/contract/json-value";
import { limits } from "@gatepost/contract/limits";
import { transportErrors } from "@gatepost/contract/transport";
import { DomainError, isDomainError } from "@gatepost/domain/platform/errors";
import { changesNumbers, parseExactJson } from "@gatepost/domain/platform/exact-json";
import { openTurns } from "@gatepost/domain/platform/turns";

/** Strict: an invalid byte is refused, never replaced. A byte order mark, which some clients send, is dropped. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The JSON object in the bytes, with its text; undefined if there is none. Of duplicate names the last one counts.
 * ERROR_REQUEST_TOO_LARGE if it has too many values or levels.
 */
export function readObject(bytes: Uint8Array): { body: Record<string, unknown>; text: string } | undefined {
  try {
    const text = utf8.decode(bytes);
    checkStructure(text);
    const body = asObject(JSON.parse(text));
    return body && { body: changesNumbers(text) ? withExactValues(body, text) : body, text };
  } catch (error) {
    if (isDomainError(error)) throw error;
    return undefined;
  }
}

/** Bytes from which on a body waits for its turn. */
const turnBytes = 16 * 1024;

const turns = openTurns<string>({
  atOnce: 1,
  // Answering a call takes several times as long as reading its body.
  rest: 4,
  most: 32 * 1024 * 1024,
  refusal: "Too many large bodies from this address are being read; nothing was done. Try again.",
});

/**
 * Like `readObject`, for calls that anybody may send by the hundred: fifty thousand values take a tenth of a second. `caller`: whose turn
 * it is. ERROR_SERVICE_UNAVAILABLE if they have too much waiting.
 */
export const readObjectInTurn = (bytes: Uint8Array, caller: string) => read(bytes, caller, () => readObject(bytes));

async function read<Result>({ length }: Uint8Array, caller: string, work: () => Result): Promise<Result> {
  return length < turnBytes ? work() : turns.during(caller, length, work);
}

/**
 * Values of variables keep their numbers as they were sent. Everywhere else a number is a JavaScript number, so that
 * 867.0 is the id 867.
 */
function withExactValues(body: Record<string, unknown>, text: string): Record<string, unknown> {
  const exact = parseExactJson(text) as Record<string, unknown>;
  const task = asObject(body.task);
  return {
    ...body,
    ...("value" in body && { value: exact.value }),
    ...(task && "variables" in task && { task: { ...task, variables: asObject(exact.task)?.variables } }),
  };
}

/** The value if it is a JSON object; otherwise undefined. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}

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

/**
 * The body of a portal call, under the same limits as those of the JSON methods; the host has checked its length. The caller
 * checks whether it is JSON. Throws as `readObjectInTurn`, and ERROR_BAD_REQUEST.
 */
export async function readPortalBody(request: Request, caller: string): Promise<string> {
  const bytes = await request.bytes();
  if (!isUtf8(bytes)) throw new DomainError("ERROR_BAD_REQUEST", transportErrors.notAnObject.description);
  const text = utf8.decode(bytes);
  await read(bytes, caller, () => {
    checkStructure(text);
    parseAhead(text);
  });
  return text;
}

/** So that the caller's next body waits for what tRPC takes to parse this one. */
function parseAhead(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    // tRPC says so.
  }
}
