import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { inspect, styleText } from "node:util";

/**
 * What a line contains besides its event: ids, codes, counts and hosts. Never a value, a key, a cookie, an address with
 * its query, or the message of a library, which may quote any of these.
 */
export type Facts = Record<string, unknown>;

/**
 * Writes one line of JSON to stdout: `time`, `level`, `event`, the `requestId` of what is logged for a request, and the
 * facts. At a terminal the same is written for people. Web and worker log only through this. pino
 * was tried: it redacts by listed paths, not by a name at any depth, and has eleven dependencies for what is one call
 * of JSON.stringify here.
 */
export function log(event: string, facts: Facts = {}, level: "info" | "error" = "info"): void {
  const time = new Date().toISOString();
  const line = JSON.stringify({ time, level, event, requestId: currentRequestId(), ...facts }, redact);
  console.log(process.stdout.isTTY ? logText(line) : line);
}

/** A line of the log for people: `14:05:09 task ended { taskId: 7, code: 'ERROR_TASK_TIMEOUT' }`. */
export function logText(line: string): string {
  const { time, level, event, ...facts } = JSON.parse(line) as Facts & { time: string; event: string };
  const title = level === "error" ? styleText("red", `error: ${event}`) : event;
  // Which also escapes control characters.
  const text = Object.keys(facts).length > 0 ? inspect(facts, { depth: null, breakLength: 120 }) : "";
  return `${styleText("dim", time.slice(11, 19))} ${title} ${text}`.trimEnd();
}

/** Logs an error with its name, codes and stack; with its message only if `ownMessages` says that no library wrote it. */
export function logFault(event: string, error: unknown, facts: Facts = {}, { ownMessages = false } = {}): void {
  log(event, { ...facts, cause: describeFault(error, ownMessages) }, "error");
}

/** Names whose values are never logged. Callers do not pass such facts; this protects against mistakes. */
const secretName = /^(?:authorization|cookies?|client_?key|.*(?:password|secret|token)|variables?|values?)$/i;
/** Account keys, and the user and password in an address. */
const secretText = /\bgp_\w+|(?<=:\/\/)[^/@\s]+(?=@)/g;

function redact(name: string, value: unknown): unknown {
  if (secretName.test(name)) return "[redacted]";
  // JSON.stringify throws for a bigint.
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" ? value.replace(secretText, "[redacted]") : value;
}

/** Errors whose message a programmer wrote. Those of others (PostgreSQL, Prisma, parsers) may quote a caller's values. */
const programmers = new Set(["Error", "TypeError", "RangeError", "ReferenceError", "AssertionError"]);

function describeFault(error: unknown, ownMessages: boolean): Facts {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, stack = "", cause } = error;
  const { code, constraint, table, column } = error as Error & Record<string, unknown>;
  return {
    name,
    ...(ownMessages && programmers.has(name) && code === undefined && { message: error.message.slice(0, 500) }),
    code,
    constraint,
    table,
    column,
    // A line of the message can look like one of the stack.
    stack: stack
      .replace(error.message, "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 12),
    ...(cause !== undefined && { cause: describeFault(cause, ownMessages) }),
  };
}

/** Shared through the process, because Next.js's bundles have their own copy of this module. */
const key = Symbol.for("gatepost.request");
const shared = globalThis as { [key]?: AsyncLocalStorage<string | undefined> };
shared[key] ??= new AsyncLocalStorage<string | undefined>();
const requests = shared[key];

/** 12 hexadecimal digits, the random ones at the end of a UUID. */
export function newRequestId(): string {
  return randomUUID().slice(-12);
}

/** Runs work for one request: each line that it logs has the request's id, also what it begins and does not wait for. */
export function inRequest<Result>(requestId: string, work: () => Result): Result {
  return requests.run(requestId, work);
}

/** Runs work that a request begins and that concerns others too, or the process as a whole. */
export function outsideRequests<Result>(work: () => Result): Result {
  return requests.run(undefined, work);
}

/** The id of the request that is being answered; undefined in work that is not for one request. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}
