import { isDomainError } from "@gatepost/domain/errors";
import { changesNumbers, parseExactJson } from "@gatepost/domain/exact-json";
import { checkStructure } from "./json-structure.ts";

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
