import type { Step } from "@gatepost/contract/steps";
import type { AssignedTask } from "@gatepost/domain/platform/heartbeat";
import { type BegunSteps, beginStep, noteStep } from "@gatepost/domain/tasks/begun-steps";
import { Failure } from "../browser/failure.ts";
import { type Beginnings, Progress, storedPath } from "./progress.ts";
import type { TaskContext } from "./task-control.ts";

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
    steps: steps.map(({ nth, number, path, type, at, picture, isRecorded }) => ({
      nth,
      isRecorded,
      step: number,
      path: storedPath(path),
      type,
      ms: now - at,
      picture,
    })),
  };
}
