import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import { type Cause, Interruption } from "./failure.ts";
import { keepTrying } from "./keep-trying.ts";

/** Stops a task at any point; until then, its work on the database is retried. */
export class TaskControl {
  readonly #stop = new AbortController();
  readonly #clock: Pick<ServiceClock, "next">;

  constructor(clock: Pick<ServiceClock, "next">) {
    this.#clock = clock;
  }

  /** Aborted with an Interruption when the task must stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
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
