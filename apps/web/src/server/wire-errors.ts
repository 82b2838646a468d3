import { type ErrorCode, errors, statusOf } from "@gatepost/contract/errors";
import { transportErrors } from "@gatepost/contract/transport";
import { type ErrorDetails, isDomainError } from "@gatepost/domain/errors";
import { isUnavailable } from "@gatepost/domain/unavailable";
import { errorBody } from "@gatepost/presenters/error-body";

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
  const known = written.get(result);
  if (known) return known;
  const answer = { status: 200, headers: json, body: JSON.stringify({ errorId: 0, ...result }) };
  if (Object.isFrozen(result)) written.set(result, answer);
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
