import { heartbeat } from "@gatepost/domain/clock/heartbeat";
import { ServiceClock } from "@gatepost/domain/clock/service-clock";
import type { Context } from "@gatepost/domain/context";
import { log, logFault } from "@gatepost/domain/log";
import { Signal } from "@gatepost/domain/signal";
import { keepRecovering } from "@gatepost/domain/task/keep-recovering";
import type { DrainReport } from "@gatepost/domain/worker/drain-report";
import { logAvailability } from "@gatepost/presenters/log-availability";
import type { Resolve } from "../egress/resolve.ts";
import type { LivePage } from "../live/live-page.ts";
import { within } from "./abort.ts";
import { deliverCallbacks } from "./callbacks.ts";
import { ClaimLoop, type ClaimLoopOptions } from "./claim-loop.ts";
import { keepMaintaining } from "./keep-maintaining.ts";
import { reportDrain } from "./report-drain.ts";
import type { RunningTask } from "./run-task.ts";

/** Time for a stopped task to write its end. */
const settleMs = 5_000;

export interface WorkerOptions extends ClaimLoopOptions {
  resolve: Resolve;
  drainSeconds: number;
  /** Called when the worker begins to stop, and whenever the tasks that it holds change until it has stopped. */
  onDrain?: (report: DrainReport) => void;
}

/** Claims tasks while slots are free and runs them, for as long as the process lives. */
export class Worker {
  /** This process's view of the service's clock, by the heartbeats that renew its lease. */
  readonly clock: ServiceClock;
  readonly #options: WorkerOptions;
  readonly #system: Context;
  readonly #claims: ClaimLoop;
  readonly #stopping = new AbortController();
  readonly #drainCutShort = new Signal();
  /** Notified when callbacks may be due, or one more can be sent. */
  readonly #callbacks = new Signal();
  readonly #claiming: Promise<void>;
  /** Background work: nothing is lost when it is interrupted. */
  readonly #jobs: Promise<unknown>;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#system = { ...options.app, actor: { kind: "system" } };
    this.#claims = new ClaimLoop(options, () => this.clock);
    options.notifications.onCancel = (taskId) => {
      for (const task of this.#claims.tasks) if (task.taskId === taskId) task.interrupt("abandoned");
    };
    this.clock = new ServiceClock({ beat: (seen) => this.#beat(seen), report: logAvailability });
    const { signal } = this.#stopping;
    this.#claiming = this.#claims.run(signal);
    const delivering = deliverCallbacks(() => this.#claims.lease?.ctx, options.resolve, this.#callbacks, signal);
    this.#jobs = Promise.all([this.#recover(), delivering, keepMaintaining(this.#system, signal)]);
  }

  /**
   * Stops claiming, and returns running tasks that can run again to the queue. Tasks that may have submitted something,
   * and those that wait for a value, continue for the drain time, because a value belongs to the browser session in
   * which it was asked for. Whatever is left then is returned if it can run again, and otherwise ends as lost. Resolves
   * when the worker holds nothing. A second call cuts the drain time short.
   */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#drainCutShort.notify();
    this.#stopping.abort();
    const kept = this.#returnTasks(new Set());
    const { drainSeconds, onDrain = () => {} } = this.#options;
    const stopReporting = reportDrain({ tasks: () => this.#claims.tasks, drainSeconds, onDrain });
    const timeIsUp = this.#drainCutShort.wait(never, drainSeconds * 1_000);
    await this.#claiming;
    // A claim may have been under way.
    this.#returnTasks(kept);
    const empty = Promise.all([...this.#claims.leases].map((lease) => lease.empty()));
    await Promise.race([empty, timeIsUp]);
    stopReporting();
    for (const task of this.#claims.tasks) task.interrupt("stopped");
    await within(empty, settleMs, () => new Error("late")).catch(() => {});
    await within(this.#jobs, settleMs, () => new Error("late")).catch(() => {});
    const retiring = Promise.all([...this.#claims.leases].map((lease) => lease.retire()));
    await within(retiring, settleMs, () => new Error("late")).catch(() => {});
    await within(this.clock.stop(), settleMs, () => new Error("late")).catch(() => {});
  }

  /** The live page of a task that it runs. */
  livePageOf(taskId: number): LivePage | undefined {
    return this.#claims.tasks.find((task) => task.taskId === taskId && !task.interrupted)?.live;
  }

  /** What it holds right now. */
  get load() {
    const { slots, waitingMax } = this.#options;
    const waiting = this.#claims.suspended;
    return { slots, busy: this.#claims.tasks.length - waiting, waiting, waitingMax };
  }

  async #beat(seen: number | null) {
    const beat = await (this.#claims.lease?.beat(seen) ?? heartbeat({ ctx: this.#system, input: { seen } }));
    // A lost notification costs no more than a second.
    const { notifications } = this.#options;
    notifications.notifyValues();
    if (beat.queued) notifications.queued.notify();
    if (beat.callbacksDue) this.#callbacks.notify();
    return beat;
  }

  #recover(): Promise<void> {
    return keepRecovering({
      ...{ ctx: this.#system, clock: this.clock, signal: this.#stopping.signal },
      onRecovered: (recovered) => log("tasks recovered", { ...recovered }),
      onFault: (error) => logFault("tasks not recovered", error),
    });
  }

  /** Puts tasks that can run again back into the queue, except those in `kept`. Returns the tasks that continue. */
  #returnTasks(kept: ReadonlySet<RunningTask>): Set<RunningTask> {
    const goesOn = (task: RunningTask) => task.maySubmit || task.waiting || kept.has(task);
    for (const task of this.#claims.tasks) if (!goesOn(task)) task.interrupt("handed back");
    return new Set(this.#claims.tasks.filter(goesOn));
  }
}

const never = new AbortController().signal;
