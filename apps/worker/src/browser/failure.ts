import type { ErrorCode } from "@gatepost/contract/errors";
import { limits } from "@gatepost/contract/limits";

/** Number of extra characters read of a page's text that is cut: a value that begins before the cut must be complete. */
export const maxReadCharacters = 2 * limits.variableBytes;

/** Ends the task. The message says what was looked for and what was there, and contains no variable's value. */
export class Failure extends Error {
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode = "ERROR_STEP_FAILED") {
    super(message);
    this.name = "Failure";
    this.code = code;
  }
}

/** The headless shell cannot do what the page needs. */
export class NeedsFullBrowser extends Failure {}

/** There is no browser, or none that responds. */
export class NoBrowser extends Error {
  constructor() {
    super("no browser could be started, or it did not answer");
    this.name = "NoBrowser";
  }
}
