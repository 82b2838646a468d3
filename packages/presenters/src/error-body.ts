import { type ErrorCode, errors } from "@gatepost/contract/errors";

/** An error as every answer carries it; `message` is a sentence for whoever called. */
export function errorBody({ code, message }: { code: ErrorCode; message: string }) {
  return { errorId: errors[code].id, errorCode: code, errorDescription: message };
}
