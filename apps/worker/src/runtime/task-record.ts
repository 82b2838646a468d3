import type { Step } from "@gatepost/contract/steps";
import type { WorkerContext } from "@gatepost/domain/permission";
import { type BegunStep, beginStep } from "@gatepost/domain/task/begin-step";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { noteStep } from "@gatepost/domain/task/note-step";
import { Failure } from "./failure.ts";
import { storedPath } from "./place.ts";
import { type Beginnings, Progress } from "./progress.ts";
import type { TaskControl } from "./task-control.ts";

interface TaskRecordOptions {
  ctx: WorkerContext;
  task: ClaimedTask;
  control: TaskControl;
  /** Aborted when the worker's lease is lost; nothing is written afterwards. */
  lost: AbortSignal;
}

/** Writes to the timeline which steps a task has begun, and notes about them. */
export class TaskRecord {
  readonly progress = new Progress((beginnings) => this.#record(beginnings));
  readonly #options: TaskRecordOptions;

  constructor(options: TaskRecordOptions) {
    this.#options = options;
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

  async #record({ steps, maySubmit }: Beginnings): Promise<readonly number[]> {
    const { lost, ctx, task, control } = this.#options;
    lost.throwIfAborted();
    const { taskId, accountId, fence } = task;
    const write = () => {
      const now = performance.now();
      const begun = steps.map(({ step, path, at, picture }) => ({
        step,
        path: storedPath(path),
        ms: now - at,
        picture,
      }));
      const last = begun.pop() as BegunStep;
      return beginStep({ ctx, input: { ...{ taskId, accountId, fence, maySubmit }, ...last, earlier: begun } });
    };
    // A task that was stopped still says at which step.
    const picturedIds = await (control.signal.aborted ? write() : control.keepTrying(write));
    return picturedIds ?? control.abandon();
  }
}
