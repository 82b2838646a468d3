import type { ServerResponse } from "node:http";
import { type ErrorCode, errors, statusOf } from "@gatepost/contract/errors";
import { transportErrors } from "@gatepost/contract/transport";
import { type ErrorDetails, isDomainError } from "@gatepost/domain/platform/errors";
import { currentRequestId, type Facts, logFault as logAnyFault, newRequestId } from "@gatepost/domain/platform/log";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { errorBody } from "@gatepost/presenters/error-body";
import { transportSecurity } from "./origin.ts";
import { securityHeaders } from "./security-headers.ts";

/** A POST, without a framework. */
export interface Call {
  header(name: string): string | null | undefined;
  /** Reads the body; undefined if it exceeds `max` bytes. */
  body(max: number): Promise<Uint8Array | undefined>;
  /** The caller's IP address. */
  address: string;
  /** A signal that is aborted when the client disconnects; made only for a method that asks. */
  disconnected(): AbortSignal;
  /**
   * Calls `done` once the response has been sent, or its connection closed, which the host does after two minutes. For a response that
   * is counted while it is in memory.
   */
  whenSent(done: () => void): void;
}

export type Endpoint = (call: Call) => Promise<Answer>;

/** A response of the API, independent of the framework. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Of a failure; absent for a success. */
  code?: ErrorCode;
}

/** Any origin may call, because no cookies are involved: the key is in the body (docs/contract.md, section 1). */
const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after, x-request-id" };

const json = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...cors };

export const preflightHeaders = {
  ...cors,
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type, accept, authorization, idempotency-key, x-request-id",
  "access-control-max-age": "86400",
};

const written = new WeakMap<object, Answer>();

/**
 * Success has errorId alone, because some clients take the presence of errorCode for failure. A frozen result, which
 * the domain returns again while nothing has changed, is serialised once.
 */
export function success(result: object): Answer {
  const isFrozen = Object.isFrozen(result);
  const known = isFrozen && written.get(result);
  if (known) return known;
  const answer = { status: 200, headers: json, body: JSON.stringify({ errorId: 0, ...result }) };
  if (isFrozen) written.set(result, answer);
  return answer;
}

interface FailureOptions {
  status?: number | undefined;
  headers?: Record<string, string>;
  details?: ErrorDetails;
}

export function failure(
  code: ErrorCode,
  errorDescription: string = errors[code].description,
  { status = statusOf(code), headers = {}, details = {} }: FailureOptions = {},
): Answer {
  const body = JSON.stringify(errorBody({ code, message: errorDescription, details }));
  return { status, headers: { ...json, ...headers }, body, code };
}

/** A refusal of a call that did not reach its method. */
export function transportFailure(kind: keyof typeof transportErrors, headers: Record<string, string> = {}): Answer {
  const { code, description, status } = transportErrors[kind];
  return failure(code, description, { status, headers });
}

/** Seconds that callers are asked to wait while the database is unavailable: about as long as a restart of it takes. */
const retryAfterSeconds = "2";

const retryAfter: Partial<Record<ErrorCode, string>> = {
  ERROR_SERVICE_UNAVAILABLE: retryAfterSeconds,
  ERROR_TOO_MANY_REQUESTS: "1",
};

/** An error of the domain as a response; undefined for an unexpected error, which is our fault. */
export function failureOf(error: unknown): Answer | undefined {
  if (isDomainError(error)) {
    const seconds = retryAfter[error.code];
    const headers = seconds === undefined ? {} : { "retry-after": seconds };
    const status = "isOfTask" in error ? 200 : undefined;
    return failure(error.code, error.message, { status, headers, details: error.details });
  }
  if (isUnavailable(error))
    return failure("ERROR_SERVICE_UNAVAILABLE", undefined, { headers: { "retry-after": retryAfterSeconds } });
  return undefined;
}

/** The response to a caller whose limit is reached, for this many seconds. */
export function tooManyCalls(seconds: number): Answer {
  return failure("ERROR_TOO_MANY_REQUESTS", undefined, { headers: { "retry-after": String(seconds) } });
}

/** The token of a header `Authorization: Bearer TOKEN`. */
export function bearerOf(header: string | null | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

/** Responds ERROR_INTERNAL with the id of the request as the reference, and logs the cause with it. */
export function fault(error: unknown, method: string): Answer {
  const requestId = currentRequestId() ?? newRequestId();
  logFault("fault", error, { requestId, method });
  return failure(
    "ERROR_INTERNAL",
    `The service failed. Give the reference ${requestId} to its operator, who finds the cause in the log.`,
  );
}

/** An unexpected error of the web server. Our own errors quote no caller, so the log has their messages. */
export function logFault(event: string, error: unknown, facts: Facts = {}): void {
  logAnyFault(event, error, facts, { ownMessages: true });
}

/** Sends a response before Next.js. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...securityHeaders, ...headers, ...hostHeaders(), ...length }).end(body);
}

/** The header of every response with the id of its request, which each log line about the request has too. */
export const requestIdHeader = "x-request-id";

/**
 * The id that the caller or a proxy has given the request, if it is 1 to 64 letters, digits, dots and hyphens, and
 * otherwise a new one. Nothing else can be written into the log in this way, nor a key, which has an underscore.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && /^[0-9A-Za-z.-]{1,64}$/.test(sent) ? sent : newRequestId();
}

/** The headers that the host adds to every response, those of Next.js too. */
export function hostHeaders(): Record<string, string> {
  return { ...transportSecurity(), [requestIdHeader]: currentRequestId() ?? newRequestId() };
}
