import type { ErrorCode } from "@gatepost/contract/errors";
import type { Step } from "@gatepost/contract/steps";
import { logFault } from "@gatepost/domain/log";
import { reasonOf } from "../browser/playwright-reason.ts";
import { blocked } from "../steps/open-page.ts";
import type { Run } from "../steps/run.ts";
import { addressAt, describeFailure, reasonAt } from "./describe.ts";
import { Failure } from "./failure.ts";
import { observationsOf } from "./observations.ts";
import type { Place } from "./place.ts";

/**
 * The task's error for a step's error, with the step, its duration in milliseconds, the page, and what else happened there.
 * `matches`: the visible elements that the step's selector matched.
 */
export function stepFailure(
  error: unknown,
  { step, run, place, ms, matches = 0 }: { step: Step; run: Run; place: Place; ms: number; matches?: number },
): Failure {
  // Something is not found on a page that was never reached.
  const connectFailure = run.connectFailure();
  const cause =
    connectFailure && !(error instanceof Failure && error.code !== "ERROR_STEP_FAILED")
      ? blocked(connectFailure)
      : error;
  const [code, reason]: [ErrorCode, string] =
    cause instanceof Failure ? [cause.code, cause.message] : ["ERROR_STEP_FAILED", reasonAt(step, run, cause)];
  if (!(cause instanceof Failure) && !reasonOf(cause)) logFault("unknown failure", cause);
  const page = addressAt(step.type, run);
  const whole = [reason, ...observationsOf(run, matches)].join("; ");
  return new Failure(describeFailure({ place, ms, page, reason: whole }), code);
}
