import { type Facts, logFault as logAnyFault } from "@gatepost/domain/log";
import { currentRequestId, newRequestId } from "@gatepost/domain/request-id";
import { type Answer, failure } from "./wire-errors.ts";

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
