import { limits } from "@gatepost/contract/limits";
import { changesNumbers, parseExactJson } from "@gatepost/domain/exact-json";

/** Strict: an invalid byte is refused, never replaced. A byte order mark, which some clients send, is dropped. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object in the bytes, with its text; undefined if there is none. Of duplicate names the last one counts. */
export function readObject(bytes: Uint8Array): { body: Record<string, unknown>; text: string } | undefined {
  try {
    const text = utf8.decode(bytes);
    const body = asObject(JSON.parse(text));
    // What is too deep is refused, and reading it exactly could overflow the stack.
    const isExact = !changesNumbers(text) || isTooDeep(text);
    return body && { body: isExact ? body : withExactValues(body, text), text };
  } catch {
    return undefined;
  }
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
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Whether valid JSON nests deeper than `limits.nesting`. Reads the text, since walking the value could overflow the stack. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > limits.nesting) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
  return at;
}
