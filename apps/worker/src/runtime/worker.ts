import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { noteFailedBatch, reconcileInBatches } from "@gatepost/domain/money/reconcile";
import type { Context } from "@gatepost/domain/platform/context";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log, logFault } from "@gatepost/domain/platform/log";
import { runMaintenance } from "@gatepost/domain/platform/maintenance";
import { Signal, within } from "@gatepost/domain/platform/signal";
import { errorCodeOf, isUnavailable, repeat } from "@gatepost/domain/platform/unavailable";
import { keepRecovering } from "@gatepost/domain/tasks/keep-recovering";
import type { DrainReport } from "@gatepost/domain/tasks/workers";
import { logAvailability } from "@gatepost/presenters/outages";
import type { Resolve } from "../egress/resolve.ts";
import type { LivePage } from "../live/live-page.ts";
import { deliverCallbacks } from "./callbacks.ts";
import { ClaimLoop, type ClaimLoopOptions } from "./claim-loop.ts";
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
  readonly #retiring = new AbortController();
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
      for (const task of this.#claims.tasks) if (task.taskId === taskId) task.control.interrupt("abandoned");
    };
    this.clock = new ServiceClock({ beat: (seen) => this.#beat(seen), report: logAvailability });
    const { signal } = this.#stopping;
    this.#claiming = this.#claims.run(AbortSignal.any([this.#retiring.signal, signal]));
    const delivering = deliverCallbacks(() => this.#claims.lease?.ctx, options.resolve, this.#callbacks, signal);
    const recovering = keepRecovering({
      ctx: this.#system,
      clock: this.clock,
      signal,
      onRecovered: (recovered) => log("tasks recovered", { ...recovered }),
      onFault: (error) => logFault("tasks not recovered", error),
    });
    this.#jobs = Promise.all([recovering, delivering, keepMaintaining(this.#system, signal)]);
  }

  /**
   * Stops claiming. Resolves when the tasks that it holds have ended, however long they wait: another worker takes new ones.
   * `stop` cuts that short.
   */
  async retire(): Promise<void> {
    this.#retiring.abort();
    await this.#claiming;
    await this.#empty();
  }

  /**
   * Stops claiming, and returns running tasks that can run again to the queue. Tasks that may have submitted something,
   * and those that wait or have waited for a value, continue for the drain time, because a value belongs to the browser
   * session in which it was asked for. Whatever is left then is returned if it can run again, and otherwise ends as lost. Resolves
   * when the worker holds nothing. A second call cuts the drain time short.
   */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#drainCutShort.notify();
    this.#stopping.abort();
    const kept = this.#returnTasks(new Set());
    const { drainSeconds, onDrain = () => {} } = this.#options;
    const stopReporting = reportDrain(this.#claims, drainSeconds, onDrain);
    const timeIsUp = this.#drainCutShort.wait(never, drainSeconds * 1_000);
    await this.#claiming;
    // A claim may have been under way.
    this.#returnTasks(kept);
    const empty = this.#empty();
    await Promise.race([empty, timeIsUp]);
    stopReporting();
    for (const task of this.#claims.tasks) task.control.interrupt("stopped");
    await within(empty, settleMs).catch(() => {});
    await within(this.#jobs, settleMs).catch(() => {});
    const retiring = Promise.all([...this.#claims.leases].map((lease) => lease.retire()));
    await within(retiring, settleMs).catch(() => {});
    await within(this.clock.stop(), settleMs).catch(() => {});
  }

  /** The live page of a task that it runs. */
  livePageOf(taskId: number): LivePage | undefined {
    return this.#claims.tasks.find((task) => task.taskId === taskId && !task.interrupted)?.live;
  }

  /** What it holds right now. */
  get load() {
    const { slots, waitingMax } = this.#options;
    const waiting = this.#claims.slots.suspended;
    return { slots, busy: this.#claims.tasks.length - waiting, waiting, waitingMax };
  }

  async #beat(seen: number | null) {
    const beat = await (this.#claims.lease?.beat(seen) ?? heartbeat({ ctx: this.#system, input: { seen } }));
    // A lost notification costs no more than a second. A wait that goes on has nothing to poll for.
    const { notifications } = this.#options;
    for (const { taskId, waits } of beat.assigned ?? []) if (!waits) notifications.notifyValue(taskId);
    if (beat.queued) notifications.queued.notify();
    if (beat.callbacksDue) this.#callbacks.notify();
    return beat;
  }

  async #empty(): Promise<void> {
    await Promise.all([...this.#claims.leases].map((lease) => lease.empty()));
  }

  /** Puts tasks that can run again back into the queue, except those in `kept`. Returns the tasks that continue. */
  #returnTasks(kept: ReadonlySet<RunningTask>): Set<RunningTask> {
    const goesOn = (task: RunningTask) => task.belongsToSession || kept.has(task);
    for (const task of this.#claims.tasks) if (!goesOn(task)) task.control.interrupt("stopped");
    return new Set(this.#claims.tasks.filter(goesOn));
  }
}

const never = new AbortController().signal;

const pauseMs = 1_000;
const longPauseMs = 60_000;

/**
 * Deletes expired data and reconciles the ledger until the signal is aborted: one batch a minute, or continuously while
 * there is more. Never rejects.
 */
function keepMaintaining(ctx: Context, signal: AbortSignal): Promise<void> {
  const round = async () => {
    const { taken, faults } = await runMaintenance({ ctx });
    for (const { job, error } of faults) logFault("maintenance job failed", error, { job, code: errorCodeOf(error) });
    return Object.values(taken).some((n) => n > 0) || (await reconcileBatch(ctx)) ? pauseMs : longPauseMs;
  };
  return repeat(round, { signal, onFault: (error) => logFault("maintenance job failed", error) });
}

/** Logs each difference for the operator; `gatepost check` shows them too. Returns whether there is more to scan. */
async function reconcileBatch(ctx: Context): Promise<boolean> {
  try {
    const { more, found } = await reconcileInBatches({ ctx });
    for (const difference of found) log("reconciliation difference", { ...difference });
    return more;
  } catch (error) {
    // A statement that takes longer than it may looks like an unavailable database, in which nothing could be noted.
    const noting = noteFailedBatch({ ctx }).then(() => true);
    if ((await noting.catch(() => false)) || !isUnavailable(error))
      logFault("reconciliation failed", error, { code: errorCodeOf(error) });
    return false;
  }
}

/** How often it checks whether the tasks have changed. */
const checkMs = 200;

/** Reports the tasks that a stopping worker holds, now and when they change, until the returned function is called. */
function reportDrain(
  claims: Pick<ClaimLoop, "tasks">,
  drainSeconds: number,
  onDrain: (report: DrainReport) => void,
): () => void {
  const end = performance.now() + drainSeconds * 1_000;
  let last = "";
  const report = () => {
    const held = claims.tasks.filter((task) => !task.interrupted);
    const waiting = held.filter((task) => task.waiting).length;
    const running = held.length - waiting;
    const counted = `${waiting} ${running}`;
    if (counted === last) return;
    last = counted;
    onDrain({ waiting, running, secondsLeft: Math.max(0, Math.round((end - performance.now()) / 1_000)) });
  };
  report();
  const timer = setInterval(report, checkMs);
  return () => clearInterval(timer);
}

const touchMs = 5_000;

/**
 * Writes the file `alive` in a folder every five seconds while the process runs. A health check, such as that of
 * compose.yaml, considers the process hung if the file is old. It does not depend on the database, because restarting a
 * worker while the database is unavailable loses the tasks that wait.
 */
export function keepAliveFile(folder: string): void {
  // A file that cannot be written becomes old, which the health check should see.
  const touch = () => void writeFile(join(folder, "alive"), "").catch(() => {});
  touch();
  setInterval(touch, touchMs).unref();
}
