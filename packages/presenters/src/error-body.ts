import { type ErrorCode, errors } from "@gatepost/contract/errors";
import type { ErrorDetails } from "@gatepost/domain/platform/errors";

/** An error as every response contains it, with its details, if any; `message` is a sentence for the caller. */
export function errorBody({ code, message, details }: { code: ErrorCode; message: string; details?: ErrorDetails }) {
  return { errorId: errors[code].id, errorCode: code, errorDescription: message, ...details };
}
