import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "@gatepost/domain/platform/context";
import type { AssignedTask, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log, logFault } from "@gatepost/domain/platform/log";
import { unlessAborted } from "@gatepost/domain/platform/signal";
import { pauseAfter, repeat } from "@gatepost/domain/platform/unavailable";
import { type ClaimedTask, Rotation } from "@gatepost/domain/tasks/claim-tasks";
import type { Browsers } from "../browser/browsers.ts";
import type { Launcher } from "../launcher.ts";
import type { Capacity } from "./claim-rules.ts";
import type { NotificationHub } from "./notification-hub.ts";
import type { RunningTask } from "./run-task.ts";
import { type Slot, Slots } from "./slots.ts";
import { claimedTask, savedTasks, savingTask } from "./task-session.ts";
import { type Load, WorkerLease } from "./worker-lease.ts";

const pollMs = 1_000;
/** No lease expires within this time. */
const shortLeaseMs = 10_000;

export interface ClaimLoopOptions extends Capacity {
  app: AppContext;
  browsers: Browsers;
  notifications: NotificationHub;
  /** Where web servers reach the live pages of its tasks. */
  liveAddress?: string | undefined;
  launcher?: Launcher | undefined;
}

/** Registers the process as a worker, and claims a task for each free slot. */
export class ClaimLoop {
  /** `lease`, and lost ones whose tasks have not left their browsers yet. */
  readonly leases = new Set<WorkerLease>();
  readonly #options: ClaimLoopOptions;
  readonly #clock: () => ServiceClock;
  readonly slots: Slots;
  readonly #rotation = new Rotation();
  /** The current registration. */
  lease: WorkerLease | undefined;
  /** Whether tasks may be queued. If not, a slot that becomes free needs no claim: a new task notifies. */
  #mayBeQueued = true;

  constructor(options: ClaimLoopOptions, clock: () => ServiceClock) {
    this.#options = options;
    this.#clock = clock;
    this.slots = new Slots(options, () => this.#mayBeQueued && options.notifications.queued.notify());
  }

  /** The tasks that the process runs. */
  get tasks(): RunningTask[] {
    return [...this.leases].flatMap((lease) => [...lease.tasks.values()]);
  }

  /** Registers and claims until the signal is aborted, and registers again if the registration was ended. */
  run(signal: AbortSignal): Promise<void> {
    const load = {
      slots: this.slots.count,
      liveAddress: this.#options.liveAddress,
      // Not the number of used slots, because one is taken during a claim. A worker that claims no more has none to offer.
      busy: () => (signal.aborted || this.slots.full ? this.slots.count : this.tasks.length - this.slots.suspended),
    };
    const serving = async () => {
      const began = performance.now();
      const opening = this.#open(load);
      // A worker that stops has what was left nevertheless.
      const lease = await (this.#options.launcher?.saved.size ? opening : unlessAborted(opening, signal));
      const over = AbortSignal.any([lease.lost, signal]);
      const onFault = (error: unknown) => logFault("claim failed", error);
      await repeat(() => this.#claim(lease, over), { signal: over, onFault });
      this.slots.stopClaiming();
      // Each registration leaves a row, so one that does not last counts as a failure.
      if (performance.now() - began < shortLeaseMs) throw new Error("The registration was ended at once.");
      return pollMs;
    };
    return repeat(serving, { signal, onFault: (error) => logFault("not registered", error) });
  }

  /** Goes on with the registration of the process before this one and its tasks, or registers. */
  async #open(load: Load): Promise<WorkerLease> {
    const { app, launcher, browsers } = this.#options;
    const before = launcher?.saved.get("worker")?.value as number | undefined;
    const resumed = before === undefined ? undefined : await WorkerLease.resume(app, load, this.#clock(), before);
    const lease = resumed?.lease ?? (await WorkerLease.register(app, load, this.#clock()));
    this.leases.add(lease);
    this.lease = lease;
    lease.lost.addEventListener("abort", () => {
      this.lease = undefined;
      void lease.empty().then(() => this.leases.delete(lease));
    });
    if (!resumed) void launcher?.save("worker", lease.ctx.actor.workerId);
    // The process before this one may have left browsers although it had not registered.
    if (launcher?.saved.size) {
      await lease.whileClaiming(async () => {
        await this.#resumeTasks(lease, resumed?.assigned ?? []);
        await browsers.endLeft();
      });
      // It may be large.
      launcher.saved.clear();
    }
    return lease;
  }

  /** Goes on with the tasks that wait, as far as this worker still has them, and their pages are there. */
  async #resumeTasks(lease: WorkerLease, assigned: readonly AssignedTask[]): Promise<void> {
    const { browsers, notifications, launcher } = this.#options;
    const fault = (error: unknown, taskId: number) => logFault("page not taken over", error, { taskId });
    const fences = new Map(assigned.map(({ taskId, fence }) => [taskId, fence]));
    const resuming = savedTasks(launcher).map(async (saved) => {
      const task = claimedTask(saved);
      const { taskId, fence } = task;
      const isHeld = fences.get(taskId) === fence;
      const page = isHeld
        ? await browsers.takeOver(saved.session, task).catch((error) => fault(error, taskId))
        : undefined;
      if (!page) return void savingTask(launcher, taskId, true).forget();
      const slot = this.slots.ofWaiting(task);
      lease.run(task, { browsers, notifications, launcher, slot }, { ...saved, lease: page });
    });
    await Promise.all(resuming);
    if (assigned.length > 0) log("tasks resumed", { resumed: lease.tasks.size, of: assigned.length });
  }

  /** Claims a task for a free slot; if there is none, waits until there may be one. */
  async #claim(lease: WorkerLease, over: AbortSignal): Promise<number> {
    try {
      await this.#warm(over);
      const clock = this.#clock();
      if (clock.outage) await clock.next(over);
      this.slots.startClaiming();
      const slot = this.slots.take();
      if (slot && (await this.#fill(slot, lease)) && this.#mayBeQueued) return 0;
    } catch (error) {
      this.slots.stopClaiming();
      throw error;
    }
    // With no task in the queue, slots that become free go to tasks that resume.
    if (!this.#mayBeQueued) this.slots.stopClaiming();
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
        this.slots.stopClaiming();
        logFault("no browser", error);
        await sleep(pauseAfter(failures), undefined, { signal: over });
      }
    }
  }

  /** Claims a task for the slot and runs it. Returns false if there is none. */
  async #fill(slot: Slot, lease: WorkerLease): Promise<boolean> {
    const { browsers, notifications, launcher } = this.#options;
    try {
      const task = await this.#next(lease);
      if (!task) return false;
      lease.run(task, { browsers, notifications, launcher, slot: slot.assign(task) });
      return true;
    } finally {
      slot.putBack();
    }
  }

  /** One task at a time, because each changes what the next one may be. */
  async #next(lease: WorkerLease): Promise<ClaimedTask | undefined> {
    const { excluded, last, withoutPlace } = this.slots.claimRules();
    const rules = { passOver: excluded, last, withoutPlace };
    const [task] = await lease.claim({ limit: 1, rotation: this.#rotation, ...rules });
    // Without a task, there may be some that the rules skipped.
    this.#mayBeQueued = task
      ? this.#rotation.more
      : excluded.length > 0 || withoutPlace === "all" || withoutPlace.length > 0;
    return task;
  }
}
