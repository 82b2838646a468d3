import type { ErrorCode } from "@gatepost/contract/errors";
import type { Step } from "@gatepost/contract/steps";
import type { WorkerContext } from "@gatepost/domain/platform/context";
import type { FailureContext } from "@gatepost/domain/platform/errors";
import type { AssignedTask, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log, logFault } from "@gatepost/domain/platform/log";
import { noteOfWork, observe } from "@gatepost/domain/platform/observations";
import { type BegunSteps, beginStep, noteStep } from "@gatepost/domain/tasks/begun-steps";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import { type FinishTaskInput, finishTask, returnTask } from "@gatepost/domain/tasks/finish-task";
import { Failure, NoBrowser } from "../browser/failure.ts";
import type { Run } from "../steps/run.ts";
import { endings, failureReport, withObservations } from "./failure-report.ts";
import { keepTrying } from "./keep-trying.ts";
import { type Beginnings, Progress, stepNumber } from "./progress.ts";
import { type Cause, Interruption, type TaskContext } from "./task-control.ts";
import type { TimelinePictures } from "./timeline-pictures.ts";
import type { Visit } from "./walk-steps.ts";

/** The step that is running, or else the last one that ran. */
export interface CurrentStep {
  visit: Visit;
  run: Run;
  /** Of a step that failed. */
  context?: FailureContext;
}

/** Writes to the timeline which steps a task has begun, and notes about them. */
export class TaskRecord {
  readonly progress = new Progress((beginnings) => this.#record(beginnings));
  readonly #options: TaskContext;

  constructor(options: TaskContext) {
    this.#options = options;
  }

  /** Notes how the task was assigned to this worker at this time by `performance.now()`. */
  assignedAt(at: number, { fence, maySubmit }: AssignedTask): void {
    if (maySubmit && fence === this.#options.task.fence) this.progress.submittableAt(at);
  }

  /** Adds a note to the step that was recorded last. */
  async note(note: string, hasFailed: boolean): Promise<void> {
    const { ctx, task, control } = this.#options;
    const input = { taskId: task.taskId, fence: task.fence, note, hasFailed };
    await this.progress.recorded();
    await control.keepTrying(() => noteStep({ ctx, input }));
  }

  /** Notes the failure of an optional step, or of what it nests; any other error ends the task. */
  async noteFailure(step: Step, error: unknown): Promise<void> {
    const isOptional = "optional" in step && step.optional;
    if (!isOptional || !(error instanceof Failure)) throw error;
    await this.note(error.message, true);
  }

  async #record(beginnings: Beginnings): Promise<void> {
    const { lost, ctx, task, control } = this.#options;
    lost.throwIfAborted();
    const { taskId, accountId, fence } = task;
    const write = () => beginStep({ ctx, input: { taskId, accountId, fence, begun: begunSteps(beginnings) } });
    // A task that was stopped still says at which step.
    const isHeld = await (control.signal.aborted ? write() : control.keepTrying(write));
    if (!isHeld) control.abandon();
  }
}

/** What is to be written now: the database counts back from its own time. */
export function begunSteps({ steps, maySubmit }: Beginnings): BegunSteps {
  const now = performance.now();
  return {
    maySubmit,
    steps: steps.map(({ nth, step, path, at, picture, isRecorded }) => ({
      nth,
      isRecorded,
      step: stepNumber(path),
      // Of a step that is not nested, its number says where it is.
      path: path.length > 1 ? path.map(String) : null,
      type: step.type,
      ms: now - at,
      picture,
    })),
  };
}

/** How a run of a task ends: the task ends, returns to the queue, or nothing is written. */
export type Outcome = FinishTaskInput["outcome"] | "browser lost" | "hand back" | "nothing";

/** The position of a run when it ended. */
export interface Ending {
  task: ClaimedTask;
  visit: Visit;
  /** When it began, by `performance.now()`. */
  began: number;
  /** Whether it may have submitted something, so that the task cannot be run again. */
  maySubmit: boolean;
}

/** What the reason of a run's end means for its task. */
export function outcomeOf(reason: unknown, { task, visit, maySubmit }: Ending): Outcome {
  const cause =
    reason instanceof Interruption ? reason.cause : reason instanceof NoBrowser ? "browser lost" : undefined;
  switch (cause) {
    case "abandoned":
      return "nothing";
    case "time limit":
      return failed("ERROR_TASK_TIMEOUT", endings.timeLimit(visit));
    case undefined:
      if (reason instanceof Failure) return failed(reason.code, reason.message);
      logFault("fault", reason, { taskId: task.taskId });
      return fault;
    default:
      if (maySubmit) return failed("ERROR_WORKER_LOST", endings.lost(visit, lost[cause]));
      return cause === "browser lost" ? cause : "hand back";
  }
}

/**
 * Writes the end with the last steps, and retries while the database is unavailable, until the lease is lost. A result that
 * cannot be written ends its task with an internal error. Rejects if nothing could be written.
 */
export async function settle(
  outcome: Outcome,
  ending: Ending,
  dependencies: { ctx: WorkerContext; lost: AbortSignal; clock: Pick<ServiceClock, "next">; progress: Progress },
): Promise<void> {
  if (outcome === "nothing") return;
  const { ctx, lost: signal, clock, progress } = dependencies;
  const { taskId, accountId, fence } = ending.task;
  const facts = { taskId, ms: Math.round(performance.now() - ending.began) };
  if (outcome === "browser lost" || outcome === "hand back") {
    const record = async (beginnings: Beginnings) => {
      if (beginnings.steps.length === 0) return;
      const write = () => beginStep({ ctx, input: { taskId, accountId, fence, begun: begunSteps(beginnings) } });
      await keepTrying(write, { signal, clock });
    };
    await progress.recordedAtEnd(record).catch(() => {});
    const input = { taskId, fence, lost: outcome === "browser lost" };
    const returned = await keepTrying(() => returnTask({ ctx, input }), { signal, clock });
    if (returned) {
      observe("taskEnded", { outcome: "returned" });
      noteOfWork({ outcome: "returned" });
      return log("task returned", facts);
    }
    return settle(failed("ERROR_WORKER_LOST", endings.retriesExhausted(ending.visit)), ending, dependencies);
  }
  const end = (outcome: FinishTaskInput["outcome"], begun?: () => BegunSteps) =>
    finishTask({ ctx, input: { taskId, accountId, fence, outcome, ...(begun && { begun }) } });
  const { status } = await progress.recordedAtEnd((beginnings) =>
    keepTrying(() => end(outcome, () => begunSteps(beginnings)), { signal, clock }).catch((error) => {
      if (signal.aborted) throw error;
      return end(fault);
    }),
  );
  if (status !== "ended") return;
  const code = "failed" in outcome ? outcome.failed.code : undefined;
  observe("taskEnded", { outcome: code ?? "ready" });
  noteOfWork({ outcome: code ?? "ready" });
  log("task ended", { ...facts, ...(code && { code }) });
}

const lost: Record<Exclude<Cause, "abandoned" | "time limit">, string> = {
  "browser lost": "The browser was lost",
  stopped: "The worker was stopped",
};

function failed(code: ErrorCode, description: string): { failed: { code: ErrorCode; description: string } } {
  return { failed: { code, description } };
}

const fault = failed("ERROR_INTERNAL", "The worker failed at this task. Give its id to the operator.");

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
  const { run, visit } = current;
  const [description] = await Promise.all([
    withObservations(outcome.failed.description, run, overTime ? visit.step : undefined),
    overTime && pictures.take(run, visit, lastPictureMs),
  ]);
  return { failed: { ...outcome.failed, description } };
}

/** A failure of a task that waits, with what is known of the task. */
export async function describeWait(description: string, current: CurrentStep | undefined, pictures: TimelinePictures) {
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
async function reportOf(current: CurrentStep | undefined, pictures: TimelinePictures) {
  return current && failureReport(current.run, current.visit, pictures, current.context);
}
