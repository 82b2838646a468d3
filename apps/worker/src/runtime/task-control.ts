import type { WorkerContext } from "@gatepost/domain/platform/context";
import type { ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log, logFault } from "@gatepost/domain/platform/log";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import { type FailedOutcome, finishTask, getTaskLimit } from "@gatepost/domain/tasks/finish-task";
import { endings } from "./failure-report.ts";
import { keepTrying } from "./keep-trying.ts";
import type { Visit } from "./walk-steps.ts";

export type Cause = "abandoned" | "time limit" | "browser lost" | "stopped";

/**
 * Why a task is stopped from outside:
 * `abandoned`: another worker has it or it has ended, so nothing is written;
 * `time limit`: the task's own;
 * `browser lost`: the browser died, or none could be started;
 * `stopped`: the worker stops, and the task can be run again, or the drain time is over.
 */
export class Interruption extends Error {
  override readonly cause: Cause;

  constructor(cause: Cause) {
    super(cause);
    this.name = "Interruption";
    this.cause = cause;
  }
}

/** What every part of a running task needs. */
export interface TaskContext {
  ctx: WorkerContext;
  task: ClaimedTask;
  control: TaskControl;
  /** Aborted when the worker's lease is lost; nothing is written afterwards. */
  lost: AbortSignal;
}

/** Stops a task at any point; until then, its work on the database is retried. */
export class TaskControl {
  readonly #stop = new AbortController();
  /** Aborted with an Interruption when the task must stop. */
  readonly signal: AbortSignal = this.#stop.signal;
  readonly #clock: Pick<ServiceClock, "next">;

  constructor(clock: Pick<ServiceClock, "next">) {
    this.#clock = clock;
  }

  /** Whether the task was stopped because its time is over. */
  get overTime(): boolean {
    const { reason } = this.signal;
    return reason instanceof Interruption && reason.cause === "time limit";
  }

  /** The first cause counts. */
  interrupt(cause: Cause): void {
    if (!this.signal.aborted) this.#stop.abort(new Interruption(cause));
  }

  /** Another worker has the task, or it has ended. */
  readonly abandon = (): never => {
    this.interrupt("abandoned");
    throw this.signal.reason;
  };

  /** Repeats an action on the database until it is available or the task is stopped. */
  readonly keepTrying = <T>(action: () => Promise<T>): Promise<T> =>
    keepTrying(action, { signal: this.signal, clock: this.#clock });
}

interface TimeLimitOptions extends TaskContext {
  /** Where the task waits for a value; undefined if it does not wait. */
  waitsAt(): Visit | undefined;
  /** A failure with what is known of the task, now that its time is over. */
  reported(description: string): Promise<Pick<FailedOutcome["failed"], "description" | "report">>;
  /** Resolves when all steps that have begun are recorded, the wait included. */
  recorded(): Promise<void>;
}

/**
 * A task's time limit. Extending a wait moves it, so the database is asked before it ends the task, and decides in the
 * statement that ends a waiting one.
 */
export function timeLimit({ ctx, task, control, waitsAt, reported, recorded }: TimeLimitOptions) {
  const { taskId, accountId, fence } = task;
  let limitTick = task.deadlineTick;
  let seenTick = 0;
  let isChecking = false;

  async function check(): Promise<void> {
    const limit = await getTaskLimit({ ctx, input: { taskId, fence } });
    if (limit === undefined) return control.interrupt("abandoned");
    if (limit > limitTick) {
      limitTick = limit;
      return;
    }
    const visit = waitsAt();
    if (!visit) return control.interrupt("time limit");
    const failed = { code: "ERROR_TASK_TIMEOUT" as const, ...(await reported(endings.timeLimit(visit))) };
    await recorded();
    // The value came meanwhile.
    if (!waitsAt()) return control.interrupt("time limit");
    const input = { taskId, accountId, fence, outcome: { failed }, atLimit: true };
    const { status } = await finishTask({ ctx, input });
    if (status === "ended") log("task ended", { taskId, code: failed.code });
    if (status === "ended" || status === "gone") control.interrupt("abandoned");
  }

  return {
    /** By the last tick that was seen, and extended since as far as it is known. */
    secondsLeft: () => Math.max(0, limitTick - seenTick),
    /** Called with each tick of the service's clock. */
    observe(tick: number): void {
      seenTick = tick;
      if (tick < limitTick || isChecking) return;
      isChecking = true;
      check()
        // The next tick tries again.
        .catch((error) => logFault("time limit not checked", error, { taskId }))
        .finally(() => {
          isChecking = false;
        });
    },
  };
}
