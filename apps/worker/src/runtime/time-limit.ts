import { log, logFault } from "@gatepost/domain/log";
import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { type FailedOutcome, finishTask } from "@gatepost/domain/task/finish-task";
import { getTaskLimit } from "@gatepost/domain/task/get-task-limit";
import { endings } from "./describe.ts";
import type { Cause } from "./failure.ts";
import type { Place } from "./place.ts";

interface TimeLimitOptions {
  ctx: WorkerContext;
  task: ClaimedTask;
  /** Where the task waits for a value; undefined if it does not wait. */
  waitsAt(): Place | undefined;
  /** A failure with what is known of the task, now that its time is over. */
  reported(description: string): Promise<Pick<FailedOutcome["failed"], "description" | "report">>;
  /** Resolves when all steps that have begun are recorded, the wait included. */
  recorded(): Promise<void>;
  interrupt(cause: Cause): void;
}

/**
 * A task's time limit. Extending a wait moves it, so the database is asked before it ends the task, and decides in the
 * statement that ends a waiting one.
 */
export class TimeLimit {
  readonly #options: TimeLimitOptions;
  #tick: number;
  #now = 0;
  #checking = false;

  constructor(options: TimeLimitOptions) {
    this.#options = options;
    this.#tick = options.task.deadlineTick;
  }

  /** By the last tick that was seen, and extended since as far as it is known. */
  get secondsLeft(): number {
    return Math.max(0, this.#tick - this.#now);
  }

  /** Called with each tick of the service's clock. */
  observe(tick: number): void {
    this.#now = tick;
    if (tick < this.#tick || this.#checking) return;
    this.#checking = true;
    this.#check()
      // The next tick tries again.
      .catch((error) => logFault("time limit not checked", error, { taskId: this.#options.task.taskId }))
      .finally(() => {
        this.#checking = false;
      });
  }

  async #check(): Promise<void> {
    const { ctx, task, waitsAt, reported, recorded, interrupt } = this.#options;
    const { taskId, accountId, fence } = task;
    const limit = await getTaskLimit({ ctx, input: { taskId, fence } });
    if (limit === undefined) return interrupt("abandoned");
    if (limit > this.#tick) {
      this.#tick = limit;
      return;
    }
    const place = waitsAt();
    if (!place) return interrupt("time limit");
    const failed = { code: "ERROR_TASK_TIMEOUT" as const, ...(await reported(endings.timeLimit(place))) };
    await recorded();
    // The value came meanwhile.
    if (!waitsAt()) return interrupt("time limit");
    const { status } = await finishTask({
      ctx,
      input: { taskId, accountId, fence, outcome: { failed }, atLimit: true },
    });
    if (status === "ended") log("task ended", { taskId, code: failed.code });
    if (status === "ended" || status === "gone") interrupt("abandoned");
  }
}
