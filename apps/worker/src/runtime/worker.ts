import { setTimeout as sleep } from "node:timers/promises";
import { heartbeat } from "@gatepost/domain/clock/heartbeat";
import { ServiceClock } from "@gatepost/domain/clock/service-clock";
import type { AppContext, Context } from "@gatepost/domain/context";
import { log, logFault } from "@gatepost/domain/log";
import { runMaintenance } from "@gatepost/domain/maintenance/run-maintenance";
import { reconcileInBatches } from "@gatepost/domain/money/reconcile-in-batches";
import { pauseAfter, repeat } from "@gatepost/domain/repeat";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { keepRecovering } from "@gatepost/domain/task/keep-recovering";
import { Rotation } from "@gatepost/domain/task/rotation";
import { isUnavailable } from "@gatepost/domain/unavailable";
import type { DrainReport } from "@gatepost/domain/worker/drain-report";
import { logAvailability } from "@gatepost/presenters/log-availability";
import type { Browsers } from "../browser/browsers.ts";
import type { Resolve } from "../egress/resolve.ts";
import { unlessAborted, within } from "./abort.ts";
import { deliverCallbacks } from "./callbacks.ts";
import type { Capacity } from "./claim-rules.ts";
import type { NotificationHub } from "./notification-hub.ts";
import type { RunningTask } from "./run-task.ts";
import { Signal } from "./signal.ts";
import type { Slot } from "./slot.ts";
import { Slots } from "./slots.ts";
import { WorkerLease } from "./worker-lease.ts";

const pollMs = 1_000;
/** No lease expires within this time. */
const shortLeaseMs = 10_000;
const maintenanceMs = 60_000;
/** Time for a stopped task to write its end. */
const lastWordsMs = 5_000;
/** How often a stopping worker checks whether the tasks that it holds have changed. */
const reportMs = 200;

export interface WorkerOptions extends Capacity {
  app: AppContext;
  browsers: Browsers;
  notifications: NotificationHub;
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
  readonly #slots: Slots;
  readonly #rotation = new Rotation();
  /** The current registration, and lost ones whose tasks have not left their browsers yet. */
  readonly #leases = new Set<WorkerLease>();
  readonly #stopping = new AbortController();
  readonly #hurry = new Signal();
  /** Notified when callbacks may be due, or one more can be sent. */
  readonly #callbacks = new Signal();
  readonly #serving: Promise<void>;
  /** Background work: nothing is lost when it is interrupted. */
  readonly #jobs: Promise<unknown>;
  #lease: WorkerLease | undefined;
  /** Whether tasks may be queued. If not, a slot that becomes free needs no claim: a new task notifies. */
  #mayBeQueued = true;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#system = { ...options.app, actor: { kind: "system" } };
    this.#slots = new Slots(options, () => this.#mayBeQueued && options.notifications.queued.notify());
    options.notifications.onCancel = (taskId) => {
      for (const task of this.#tasks()) if (task.taskId === taskId) task.interrupt("abandoned");
    };
    this.clock = new ServiceClock({ beat: (seen) => this.#beat(seen), report: logAvailability });
    this.#serving = this.#serve();
    const { signal } = this.#stopping;
    const delivering = deliverCallbacks(() => this.#lease?.ctx, options.resolve, this.#callbacks, signal);
    this.#jobs = Promise.all([this.#recover(), delivering, this.#runMaintenance()]);
  }

  /**
   * Stops claiming, and returns running tasks that can run again to the queue. Tasks that may have submitted something,
   * and those that wait for a value, continue for the drain time, because a value belongs to the browser session in
   * which it was asked for. Whatever is left then is returned if it can run again, and otherwise ends as lost. Resolves
   * when the worker holds nothing. A second call cuts the drain time short.
   */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#hurry.notify();
    this.#stopping.abort();
    const kept = this.#returnTasks(new Set());
    const stopReporting = this.#reportDrain();
    const timeIsUp = this.#hurry.wait(never, this.#options.drainSeconds * 1_000);
    await this.#serving;
    // A claim may have been under way.
    this.#returnTasks(kept);
    const empty = Promise.all([...this.#leases].map((lease) => lease.empty()));
    await Promise.race([empty, timeIsUp]);
    stopReporting();
    for (const task of this.#tasks()) task.interrupt("stopped");
    await within(empty, lastWordsMs, () => new Error("late")).catch(() => {});
    await within(this.#jobs, lastWordsMs, () => new Error("late")).catch(() => {});
    const retiring = Promise.all([...this.#leases].map((lease) => lease.retire()));
    await within(retiring, lastWordsMs, () => new Error("late")).catch(() => {});
    await within(this.clock.stop(), lastWordsMs, () => new Error("late")).catch(() => {});
  }

  /** What it holds right now. */
  get load() {
    const { slots, waitingMax } = this.#options;
    const waiting = this.#slots.suspended;
    return { slots, busy: this.#tasks().length - waiting, waiting, waitingMax };
  }

  async #beat(seen: number | null) {
    const beat = await (this.#lease?.beat(seen) ?? heartbeat({ ctx: this.#system, input: { seen } }));
    // A lost notification costs no more than a second.
    const { notifications } = this.#options;
    notifications.notifyValues();
    if (beat.queued) notifications.queued.notify();
    if (beat.callbacksDue) this.#callbacks.notify();
    return beat;
  }

  /** Registers and claims until it stops, and registers again if the registration was ended. */
  #serve(): Promise<void> {
    const { signal } = this.#stopping;
    const load = {
      slots: this.#slots.count,
      // Not the number of used slots, because one is taken during a claim.
      busy: () => (this.#slots.full ? this.#slots.count : this.#tasks().length - this.#slots.suspended),
    };
    const serving = async () => {
      const began = performance.now();
      const lease = await unlessAborted(WorkerLease.register(this.#options.app, load, this.clock), signal);
      this.#leases.add(lease);
      this.#lease = lease;
      lease.lost.addEventListener("abort", () => {
        this.#lease = undefined;
        void lease.empty().then(() => this.#leases.delete(lease));
      });
      const over = AbortSignal.any([lease.lost, signal]);
      const onFault = (error: unknown) => logFault("claim failed", error);
      await repeat(() => this.#claim(lease, over), { signal: over, onFault });
      this.#slots.stopClaiming();
      // Each registration leaves a row, so one that does not last counts as a failure.
      if (performance.now() - began < shortLeaseMs) throw new Error("The registration was ended at once.");
      return pollMs;
    };
    return repeat(serving, { signal, onFault: (error) => logFault("not registered", error) });
  }

  /** Claims a task for a free slot; if there is none, waits until there may be one. */
  async #claim(lease: WorkerLease, over: AbortSignal): Promise<number> {
    try {
      await this.#warm(over);
      if (this.clock.outage) await this.clock.next(over);
      this.#slots.startClaiming();
      const slot = this.#slots.take();
      if (slot && (await this.#fill(slot, lease)) && this.#mayBeQueued) return 0;
    } catch (error) {
      this.#slots.stopClaiming();
      throw error;
    }
    // With no task in the queue, slots that become free go to tasks that resume.
    if (!this.#mayBeQueued) this.#slots.stopClaiming();
    await this.#options.notifications.queued.wait(over);
    this.#mayBeQueued = true;
    return 0;
  }

  async #warm(over: AbortSignal): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        return await unlessAborted(this.#options.browsers.warm(), over);
      } catch (error) {
        over.throwIfAborted();
        this.#slots.stopClaiming();
        logFault("no browser", error);
        await sleep(pauseAfter(failures), undefined, { signal: over });
      }
    }
  }

  /** Claims a task for the slot and runs it. Returns false if there is none. */
  async #fill(slot: Slot, lease: WorkerLease): Promise<boolean> {
    const { browsers, notifications } = this.#options;
    try {
      const task = await this.#next(lease);
      if (!task) return false;
      lease.run(task, { browsers, notifications, slot: slot.assign(task) });
      if (lease.lost.aborted) for (const task of lease.tasks.values()) task.interrupt("abandoned");
      return true;
    } finally {
      slot.putBack();
    }
  }

  /** One task at a time, because each changes what the next one may be. */
  async #next(lease: WorkerLease): Promise<ClaimedTask | undefined> {
    const { excluded, last, withoutPlace } = this.#slots.claimRules();
    const claim = async (passOver: number[]) => {
      const [task] = await lease.claim({ limit: 1, rotation: this.#rotation, passOver, withoutPlace });
      return task;
    };
    const task = (await claim([...excluded, ...last])) ?? (last.length > 0 ? await claim(excluded) : undefined);
    // Without a task, there may be some that the rules skipped.
    this.#mayBeQueued = task
      ? this.#rotation.more
      : excluded.length > 0 || withoutPlace === "all" || withoutPlace.length > 0;
    return task;
  }

  #recover(): Promise<void> {
    return keepRecovering({
      ...{ ctx: this.#system, clock: this.clock, signal: this.#stopping.signal },
      onRecovered: (recovered) => log("tasks recovered", { ...recovered }),
      onFault: (error) => logFault("tasks not recovered", error),
    });
  }

  /** Deletes expired data and reconciles the ledger, one batch a minute, or continuously while there is more. */
  #runMaintenance(): Promise<void> {
    const ctx = this.#system;
    const round = async () => {
      const { taken, faults } = await runMaintenance({ ctx });
      for (const { job, error } of faults)
        if (!isUnavailable(error)) logFault("maintenance job failed", error, { job });
      return Object.values(taken).some((n) => n > 0) || (await this.#reconcileInBatches()) ? pollMs : maintenanceMs;
    };
    return repeat(round, {
      signal: this.#stopping.signal,
      onFault: (error) => logFault("maintenance job failed", error),
    });
  }

  /** Logs each difference for the operator; `gatepost check` shows them too. Returns whether there is more to scan. */
  async #reconcileInBatches(): Promise<boolean> {
    try {
      const { more, found } = await reconcileInBatches({ ctx: this.#system });
      for (const difference of found) log("reconciliation difference", { ...difference });
      return more;
    } catch (error) {
      if (!isUnavailable(error)) logFault("reconciliation failed", error);
      return false;
    }
  }

  /** Returns tasks that can run again and are not kept. Returns those that go on. */
  #returnTasks(kept: ReadonlySet<RunningTask>): Set<RunningTask> {
    const goesOn = (task: RunningTask) => task.maySubmit || task.waiting || kept.has(task);
    for (const task of this.#tasks()) if (!goesOn(task)) task.interrupt("handed back");
    return new Set(this.#tasks().filter(goesOn));
  }

  /** Reports the tasks that the worker holds, now and when they change, until the returned function is called. */
  #reportDrain(): () => void {
    const { onDrain = () => {}, drainSeconds } = this.#options;
    const end = performance.now() + drainSeconds * 1_000;
    let last = "";
    const report = () => {
      const tasks = this.#tasks().filter((task) => !task.interrupted);
      const waiting = tasks.filter((task) => task.waiting).length;
      const running = tasks.length - waiting;
      const counted = `${waiting} ${running}`;
      if (counted === last) return;
      last = counted;
      onDrain({ waiting, running, secondsLeft: Math.max(0, Math.round((end - performance.now()) / 1_000)) });
    };
    report();
    const timer = setInterval(report, reportMs);
    return () => clearInterval(timer);
  }

  #tasks() {
    return [...this.#leases].flatMap((lease) => [...lease.tasks.values()]);
  }
}

const never = new AbortController().signal;
