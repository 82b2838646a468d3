import { setMaxListeners } from "node:events";
import type { AppContext, WorkerContext } from "@gatepost/domain/platform/context";
import { type AssignedTask, type Heartbeat, heartbeat, type ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log, logFault } from "@gatepost/domain/platform/log";
import { observe, type TracedWork, traced } from "@gatepost/domain/platform/observations";
import { type ClaimedTask, type ClaimInput, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { releaseTask } from "@gatepost/domain/tasks/finish-task";
import { registerWorker, retireWorker } from "@gatepost/domain/tasks/workers";
import { keepTrying } from "./keep-trying.ts";
import { RunningTask, type TaskDependencies } from "./run-task.ts";
import type { LeftTask } from "./task-session.ts";

/** The public state of this process: its slots, and how many of them hold a task. */
export interface Load {
  slots: number;
  /** Where web servers reach the live pages; undefined: nowhere. */
  liveAddress?: string | undefined;
  busy(): number;
}

/**
 * One registration of this process: its lease and the tasks that it holds. The heartbeat of each second reports what
 * the database knows of them. A worker that cannot reach the database finishes the steps under way and begins no others
 * (docs/decisions/2026-11-22-ticks-instead-of-clocks.md); one that finds its registration ended drops its tasks.
 */
export class WorkerLease {
  readonly ctx: WorkerContext;
  readonly tasks = new Map<number, RunningTask>();
  readonly #lost = new AbortController();
  /** Aborted when another process ended the registration, and recovers its tasks. */
  readonly lost: AbortSignal = this.#lost.signal;
  readonly #load: Load;
  readonly #clock: Pick<ServiceClock, "next">;
  #claimsUnderWay = 0;
  #retired = false;
  /** Tasks that the last heartbeat found assigned to this worker although it ran none of them. */
  #notRunning = new Set<number>();

  private constructor(ctx: WorkerContext, load: Load, clock: Pick<ServiceClock, "next">) {
    this.ctx = ctx;
    this.#load = load;
    this.#clock = clock;
    setMaxListeners(0, this.#lost.signal);
  }

  /** Registers this process as a worker. The registration lasts as long as `beat` is called each second. */
  static async register(app: AppContext, load: Load, clock: Pick<ServiceClock, "next">): Promise<WorkerLease> {
    const ctx = { ...app, actor: { kind: "system" as const } };
    const { workerId } = await registerWorker({
      ctx,
      input: { slots: load.slots, liveAddress: load.liveAddress ?? null },
    });
    log("registered", { workerId });
    return new WorkerLease({ ...app, actor: { kind: "worker", workerId } }, load, clock);
  }

  /**
   * Goes on with the registration of the process before this one, and with what it holds. Undefined if it was ended, as it is after
   * 15 s without a heartbeat.
   */
  static async resume(app: AppContext, load: Load, clock: Pick<ServiceClock, "next">, workerId: number) {
    const ctx: WorkerContext = { ...app, actor: { kind: "worker", workerId } };
    const { assigned } = await heartbeat({ ctx, input: { seen: null, busy: load.busy() } });
    if (!assigned) return undefined;
    log("registration resumed", { workerId });
    return { lease: new WorkerLease(ctx, load, clock), assigned };
  }

  /** Meanwhile, tasks that are assigned to this worker and that it does not run yet are not released. */
  whileClaiming<T>(work: () => Promise<T>): Promise<T> {
    this.#claimsUnderWay += 1;
    return work().finally(() => {
      this.#claimsUnderWay -= 1;
    });
  }

  async claim(input: ClaimInput): Promise<ClaimedTask[]> {
    const began = performance.now();
    const facts: TracedWork["claim"] = {};
    const claim = async () => {
      const tasks = await claimTasks({ ctx: this.ctx, input });
      Object.assign(facts, { claimed: tasks.length, taskId: tasks[0]?.taskId });
      return tasks;
    };
    const claimed = await this.whileClaiming(() => traced("claim", facts, claim));
    observe("claim", { claimed: claimed.length, seconds: (performance.now() - began) / 1_000 });
    return claimed;
  }

  /** `left`: what the process before this one has left of the task. */
  run(
    task: ClaimedTask,
    dependencies: Pick<TaskDependencies, "browsers" | "notifications" | "slot" | "launcher">,
    left?: LeftTask,
  ): void {
    const watched = () => [...this.tasks.values()].filter(({ live }) => live.isWatched).length;
    const own = { ctx: this.ctx, lost: this.lost, clock: this.#clock, watched };
    const running = new RunningTask(task, { ...dependencies, ...own }, left);
    this.tasks.set(task.taskId, running);
    if (this.lost.aborted) running.control.interrupt("abandoned");
    // A task whose browser was lost may be ours again before its earlier run has left that browser.
    running.done.finally(() => this.tasks.get(task.taskId) === running && this.tasks.delete(task.taskId));
  }

  /** Resolves when the worker holds no task. */
  async empty(): Promise<void> {
    while (this.tasks.size > 0) await Promise.all([...this.tasks.values()].map(({ done }) => done));
  }

  /** Ends the registration; tasks that are still assigned to it are recovered by any process, as after a loss. */
  async retire(): Promise<void> {
    this.#retired = true;
    const retiring = () => retireWorker({ ctx: this.ctx });
    // If the registration was ended already, nothing is left to do.
    await keepTrying(retiring, { signal: this.lost, clock: this.#clock }).catch(() => {});
  }

  /** Renews the lease, and compares the running tasks with those that are assigned to this worker. */
  async beat(seen: number | null): Promise<Heartbeat> {
    const running = [...this.tasks.values()];
    const claimed = this.#claimsUnderWay > 0;
    const at = performance.now();
    const beat = await heartbeat({ ctx: this.ctx, input: { seen, busy: this.#load.busy() } });
    for (const task of running) task.timeLimit.observe(beat.tick);
    if (beat.assigned) {
      for (const assigned of beat.assigned) this.tasks.get(assigned.taskId)?.record.assignedAt(at, assigned);
      this.#compare(running, beat.assigned, claimed || this.#claimsUnderWay > 0);
    } else this.#lose();
    return beat;
  }

  /**
   * Drops tasks that are no longer assigned to this worker, such as cancelled ones, and releases those that are and that it
   * does not run, such as one whose claim's response was lost: under our lease no other worker would run them.
   */
  #compare(running: readonly RunningTask[], assigned: readonly AssignedTask[], claiming: boolean): void {
    const ids = new Set(assigned.map(({ taskId }) => taskId));
    for (const task of running) if (!ids.has(task.taskId)) task.control.interrupt("abandoned");
    // The response of a claim under way has not arrived.
    const idle = claiming ? [] : assigned.filter(({ taskId }) => !this.tasks.has(taskId));
    // A task that has just ended may be among them, so only those found by two heartbeats in a row count.
    for (const task of idle) if (this.#notRunning.has(task.taskId)) this.#releaseTask(task);
    this.#notRunning = new Set(idle.map(({ taskId }) => taskId));
  }

  #releaseTask(task: AssignedTask): void {
    log("task released", { taskId: task.taskId });
    // The next heartbeat finds it again.
    releaseTask({ ctx: this.ctx, input: task }).catch((error) => logFault("task not released", error));
  }

  #lose(): void {
    if (this.lost.aborted || this.#retired) return;
    log("lease lost", { workerId: this.ctx.actor.workerId, tasks: this.tasks.size });
    observe("leaseLost", { tasks: this.tasks.size });
    this.#lost.abort();
    for (const task of this.tasks.values()) task.control.interrupt("abandoned");
  }
}
