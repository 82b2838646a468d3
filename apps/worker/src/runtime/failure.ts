import type { ErrorCode } from "@gatepost/contract/errors";

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

export type Cause = "abandoned" | "time limit" | "browser lost" | "handed back" | "stopped";

/**
 * Why a task is stopped from outside:
 * `abandoned`: another worker has it or it has ended, so nothing is written;
 * `time limit`: the task's own;
 * `browser lost`: the browser died, or none could be started;
 * `handed back`: the worker stops, and the task can be run again;
 * `stopped`: the worker stops and cannot wait any longer.
 */
export class Interruption extends Error {
  override readonly cause: Cause;

  constructor(cause: Cause) {
    super(cause);
    this.name = "Interruption";
    this.cause = cause;
  }
}
