import { type ErrorCode, errors } from "@gatepost/contract/errors";

/** An error as every response contains it; `message` is a sentence for the caller. */
export function errorBody({ code, message }: { code: ErrorCode; message: string }) {
  return { errorId: errors[code].id, errorCode: code, errorDescription: message };
}
