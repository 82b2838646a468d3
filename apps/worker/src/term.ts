import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ground } from "@gatepost/domain/context";
import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { letGo } from "@gatepost/domain/task/let-go";
import { type HeldTask, listHeldTasks } from "@gatepost/domain/task/list-held-tasks";
import { leaseSeconds, renewSeconds } from "@gatepost/domain/worker/lease";
import { registerWorker } from "@gatepost/domain/worker/register-worker";
import { renewLease } from "@gatepost/domain/worker/renew-lease";
import { retireWorker } from "@gatepost/domain/worker/retire-worker";
import { within } from "./abort.ts";
import { keepTrying } from "./keep-trying.ts";
import { log } from "./log.ts";
import { type Hands, RunningTask } from "./run-task.ts";

const retryMs = 500;
/**
 * How long a task that was cancelled may go on where the notification of it was lost; a task that was claimed for nobody
 * lies about for twice as long.
 */
const lookMs = 1_000;
/** An answer that takes longer is given up, so that a dead connection leaves time to renew on another one. */
const answerMs = 4_000;

/** What others may know of this process: its slots, and how many of them hold a task. */
export interface Load {
  slots: number;
  busy(): number;
}

/**
 * One registration of this process: its lease and the tasks in its hands. When the lease is lost, the tasks are dropped
 * at once and nothing more is written for them.
 */
export class Term {
  readonly ctx: WorkerContext;
  readonly tasks = new Map<number, RunningTask>();
  readonly #lost = new AbortController();
  readonly #over = new AbortController();
  readonly #load: Load;
  #watchdog: NodeJS.Timeout | undefined;

  private constructor(ctx: WorkerContext, load: Load, asked: number) {
    this.ctx = ctx;
    this.#load = load;
    setMaxListeners(0, this.#lost.signal, this.#over.signal);
    this.#hold(asked);
    void this.#renew();
    void this.#look();
  }

  /** Registers, trying until the database is there. Rejects with the signal's reason. */
  static async begin(ground: Ground, load: Load, signal: AbortSignal): Promise<Term> {
    const ctx = { ...ground, actor: { kind: "system" as const } };
    let asked = 0;
    const { workerId } = await keepTrying(() => {
      asked = performance.now();
      return registerWorker({ ctx, input: { slots: load.slots } });
    }, signal);
    log("registered", { workerId });
    return new Term({ ...ground, actor: { kind: "worker", workerId } }, load, asked);
  }

  /** Aborted when the lease is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  run(task: ClaimedTask, hands: Omit<Hands, "ctx" | "lost">): void {
    const running = new RunningTask(task, { ...hands, ctx: this.ctx, lost: this.lost });
    this.tasks.set(task.taskId, running);
    // A task whose browser was lost may be ours again before its earlier run has left that browser.
    running.done.finally(() => this.tasks.get(task.taskId) === running && this.tasks.delete(task.taskId));
  }

  /** Resolves when no task is in hand. */
  async empty(): Promise<void> {
    while (this.tasks.size > 0) await Promise.all([...this.tasks.values()].map(({ done }) => done));
  }

  /** Ends the registration; what is still assigned to it is recovered by any worker as after a loss. */
  async retire(): Promise<void> {
    try {
      await keepTrying(() => retireWorker({ ctx: this.ctx }), this.lost);
    } catch {
      // The lease is over, which comes to the same.
    }
    this.#over.abort();
    clearTimeout(this.#watchdog);
  }

  async #renew(): Promise<void> {
    let pause = renewSeconds * 1_000;
    while (!this.lost.aborted) {
      await sleep(pause, undefined, { signal: this.#over.signal }).catch(() => {});
      if (this.#over.signal.aborted) return;
      const asked = performance.now();
      try {
        const renewing = renewLease({ ctx: this.ctx, input: { busy: this.#load.busy() } });
        const { held } = await within(renewing, answerMs, () => new Error("late"));
        if (!held) return this.#lose();
        this.#hold(asked);
        pause = renewSeconds * 1_000;
      } catch {
        pause = retryMs;
      }
    }
  }

  /**
   * Compares what we run with what the database says that we hold. Drops what was taken out of our hands, such as a
   * cancelled task, whoever failed to say so; and gives back what nobody here runs, such as a task whose claim was
   * answered to nobody, since under our lease no other worker would.
   */
  async #look(): Promise<void> {
    let loose = new Set<number>();
    for (;;) {
      await sleep(lookMs, undefined, { signal: this.#over.signal }).catch(() => {});
      if (this.#over.signal.aborted) return;
      const inHand = [...this.tasks.values()];
      const looking = listHeldTasks({ ctx: this.ctx });
      const held = await within(looking, answerMs, () => new Error("late")).catch(() => undefined);
      if (!held || this.#over.signal.aborted) continue;
      const ids = new Set(held.map(({ taskId }) => taskId));
      for (const task of inHand) if (!ids.has(task.taskId)) task.interrupt("abandoned");
      const idle = held.filter(({ taskId }) => !this.tasks.has(taskId));
      // A claim's answer may be on its way, or a task may have ended since we asked: what is loose twice is nobody's.
      await Promise.all(idle.filter(({ taskId }) => loose.has(taskId)).map((task) => this.#letGo(task)));
      loose = new Set(idle.map(({ taskId }) => taskId));
    }
  }

  async #letGo(task: HeldTask): Promise<void> {
    log("task let go", { taskId: task.taskId });
    await within(letGo({ ctx: this.ctx, input: task }), answerMs, () => new Error("late")).catch(() => {});
  }

  /** The lease holds for its time from the moment of asking at least; a process that slept finds it over. */
  #hold(asked: number): void {
    clearTimeout(this.#watchdog);
    if (this.#over.signal.aborted) return;
    this.#watchdog = setTimeout(() => this.#lose(), asked + leaseSeconds * 1_000 - performance.now());
  }

  #lose(): void {
    if (this.lost.aborted || this.#over.signal.aborted) return;
    log("lease lost", { workerId: this.ctx.actor.workerId, tasks: this.tasks.size });
    clearTimeout(this.#watchdog);
    this.#over.abort();
    this.#lost.abort();
    for (const task of this.tasks.values()) task.interrupt("abandoned");
  }
}
