import type { StoredFailureReport } from "@gatepost/domain/task/failure-report";
import type { FailedOutcome } from "@gatepost/domain/task/finish-task";
import { failureReport } from "./failure-report.ts";
import { withObservations } from "./observations.ts";
import type { CurrentStep } from "./step-runner.ts";
import type { Outcome } from "./task-end.ts";
import type { TimelinePictures } from "./timeline-pictures.ts";

/** Time for a picture once the task's time is over. */
const lastPictureMs = 2_000;

/** The outcome of a task that was stopped, with what happened in its browser. */
export async function describeInterrupted(
  outcome: Outcome,
  current: CurrentStep | undefined,
  pictures: TimelinePictures,
  overTime: boolean,
): Promise<Outcome> {
  if (typeof outcome === "string" || !("failed" in outcome) || !current) return outcome;
  const { run, step, place } = current;
  const [description] = await Promise.all([
    withObservations(outcome.failed.description, run, overTime ? step : undefined),
    overTime && pictures.take(run, place, lastPictureMs),
  ]);
  return { failed: { ...outcome.failed, description } };
}

/** A failure of a task that waits, with what is known of the task. */
export async function describeWait(
  description: string,
  current: CurrentStep | undefined,
  pictures: TimelinePictures,
): Promise<Pick<FailedOutcome["failed"], "description" | "report">> {
  const whole = current ? await withObservations(description, current.run) : description;
  return { description: whole, report: await reportOf(current, pictures) };
}

/** The outcome with references to pictures of the timeline, once they are written. */
export async function completed(
  outcome: Outcome,
  screenshotSteps: (number | null)[],
  current: CurrentStep | undefined,
  pictures: TimelinePictures,
): Promise<Outcome> {
  if (typeof outcome === "string") return outcome;
  if ("ready" in outcome) return { ...outcome, screenshotSteps };
  // An internal error is described in the log, and not to the caller.
  if (outcome.failed.code === "ERROR_INTERNAL") return outcome;
  return { failed: { ...outcome.failed, report: await reportOf(current, pictures) } };
}

/** What is known of the task if it fails now; undefined before its first step. */
async function reportOf(
  current: CurrentStep | undefined,
  pictures: TimelinePictures,
): Promise<StoredFailureReport | undefined> {
  return current && failureReport(current.run, current.place, pictures, current.context);
}
