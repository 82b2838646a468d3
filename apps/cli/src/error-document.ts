import { GatepostError } from "@gatepost/contract/client";
import { isDomainError } from "@gatepost/domain/errors";
import { isUnavailable } from "@gatepost/domain/unavailable";
import { errorBody } from "@gatepost/presenters/error-body";
import { sentence } from "./sentence.ts";

/** What `--json` prints of an error: the document of the JSON methods, also for one that is not of their table. */
export function errorDocument(error: unknown): object {
  if (error instanceof GatepostError) {
    const { errorId, errorCode, errorDescription, details } = error;
    return { errorId, errorCode, errorDescription, ...details };
  }
  if (isDomainError(error)) return errorBody(error);
  // A script may try again if the database or the web server cannot be reached; otherwise a person must do something.
  const code = isUnavailable(error) ? "ERROR_SERVICE_UNAVAILABLE" : "ERROR_INTERNAL";
  return errorBody({ code, message: sentence(error) });
}
