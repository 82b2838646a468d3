import { randomBytes } from "node:crypto";
import { type Answer, failure } from "./wire-errors.ts";

/** Answers ERROR_INTERNAL with a random reference, and logs the cause under it. */
export function fault(error: unknown, method: string): Answer {
  const reference = randomBytes(6).toString("hex");
  console.error(
    JSON.stringify({ at: new Date().toISOString(), fault: reference, method, cause: describeFault(error) }),
  );
  return failure(
    "ERROR_INTERNAL",
    `The service failed. Give the reference ${reference} to its operator, who finds the cause in the log.`,
  );
}

/** A fault that nobody is told of by an answer, as one line of the log. */
export function logFault(fault: string, error: unknown): void {
  console.error(JSON.stringify({ at: new Date().toISOString(), fault, cause: describeFault(error) }));
}

/** Errors whose text is written by programmers; that of others (PostgreSQL, Prisma, parsers) may quote a caller's values. */
const ownWords = new Set(["Error", "TypeError", "RangeError", "ReferenceError", "AssertionError"]);

/** What helps to find a fault and can hold no value of a caller: kinds, codes, places. */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, stack = "", cause } = error;
  const known = error as Error & Record<"code" | "constraint" | "table" | "column", string | undefined>;
  const { code, constraint, table, column } = known;
  return {
    name,
    ...(ownWords.has(name) && code === undefined && { message: error.message.slice(0, 500) }),
    code,
    constraint,
    table,
    column,
    stack: stack
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 12),
    ...(cause !== undefined && { cause: describeFault(cause) }),
  };
}
