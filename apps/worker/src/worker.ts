import { setTimeout as sleep } from "node:timers/promises";
import type { Context, Ground } from "@gatepost/domain/context";
import { keepHouse } from "@gatepost/domain/housekeeping/keep-house";
import { walkBooks } from "@gatepost/domain/money/walk-books";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/task/claim-tasks";
import { recoverTasks } from "@gatepost/domain/task/recover-tasks";
import { Rotation } from "@gatepost/domain/task/rotation";
import { isUnavailable } from "@gatepost/domain/unavailable";
import type { DrainReport } from "@gatepost/domain/worker/drain-report";
import { unlessAborted, within } from "./abort.ts";
import { Bell } from "./bell.ts";
import type { BrowserPool } from "./browser-pool.ts";
import { deliverCallbacks } from "./callbacks.ts";
import type { Capacity } from "./claim-rules.ts";
import { log, originOf } from "./log.ts";
import type { Resolve } from "./resolve.ts";
import type { RunningTask } from "./run-task.ts";
import type { Slot } from "./slot.ts";
import { Slots } from "./slots.ts";
import { Term } from "./term.ts";
import type { WakeUps } from "./wake-ups.ts";

const pollMs = 1_000;
const answerMs = 10_000;
const longestPause = 10_000;
const houseMs = 60_000;
/** What a task that was stopped may take to write its end. */
const lastWordsMs = 5_000;
/** How often a worker that is stopping looks whether what it has in hand has changed. */
const reportMs = 200;

export interface WorkerOptions extends Capacity {
  ground: Ground;
  pool: BrowserPool;
  wakeUps: WakeUps;
  resolve: Resolve;
  drainSeconds: number;
  /** Called when the worker begins to stop, and whenever what it has in hand changes until it has stopped. */
  onDrain?: (report: DrainReport) => void;
}

/** Claims tasks while slots are free and runs them, for as long as the process lives. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #slots: Slots;
  readonly #rotation = new Rotation();
  readonly #terms = new Set<Term>();
  readonly #stopping = new AbortController();
  readonly #hurry = new Bell();
  readonly #serving: Promise<void>;
  /** What goes on beside the tasks: nothing that is under way is lost when it is cut off. */
  readonly #chores: Promise<unknown>;
  #current: Term | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#slots = new Slots(options, () => options.wakeUps.queued.ring());
    options.wakeUps.onCancel = (taskId) => {
      for (const task of this.#tasks()) if (task.taskId === taskId) task.interrupt("abandoned");
    };
    this.#serving = this.#serve();
    const { signal } = this.#stopping;
    const delivering = deliverCallbacks(() => this.#current?.ctx, options.resolve, signal);
    this.#chores = Promise.all([this.#recover(), delivering, this.#keepHouse()]);
  }

  /**
   * Stops claiming and hands back what runs and can be run again. What may have submitted something, and what waits for
   * a value, goes on for the drain time: a value is for the browser session in which it was asked for. What is left then
   * is handed back where it can be run again, and ends as lost where it cannot. Resolves when nothing is in hand. A second
   * call cuts the drain time short.
   */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#hurry.ring();
    this.#stopping.abort();
    const kept = this.#handBack(new Set());
    const stopReporting = this.#reportDrain();
    const timeIsUp = this.#hurry.wait(this.#options.drainSeconds * 1_000, never);
    await this.#serving;
    // A claim may have been on its way.
    this.#handBack(kept);
    const empty = Promise.all([...this.#terms].map((term) => term.empty()));
    await Promise.race([empty, timeIsUp]);
    stopReporting();
    for (const task of this.#tasks()) task.interrupt("stopped");
    await within(empty, lastWordsMs, () => new Error("late")).catch(() => {});
    await within(this.#chores, lastWordsMs, () => new Error("late")).catch(() => {});
    await within(this.#retireAll(), lastWordsMs, () => new Error("late")).catch(() => {});
  }

  async #serve(): Promise<void> {
    const { signal } = this.#stopping;
    const load = {
      slots: this.#slots.count,
      // Not what the slots say, one of which is taken for the moment of a claim.
      busy: () => (this.#slots.full ? this.#slots.count : this.#tasks().length - this.#slots.suspended),
    };
    while (!signal.aborted) {
      const term = await Term.begin(this.#options.ground, load, signal).catch((error) => {
        if (!signal.aborted) log("not registered", originOf(error));
      });
      if (!term) {
        await sleep(pollMs, undefined, { signal }).catch(() => {});
        continue;
      }
      this.#terms.add(term);
      this.#current = term;
      await this.#claimIn(term);
      this.#slots.stopClaiming();
      this.#current = undefined;
      // Left for another reason than the stop: it ends when its own tasks have ended.
      if (!signal.aborted) void this.#outlive(term);
    }
  }

  /** Claims until the lease is lost, the worker stops, or a claim's answer was lost: what it took is then unknown. */
  async #claimIn(term: Term): Promise<void> {
    const over = AbortSignal.any([term.lost, this.#stopping.signal]);
    let pause = pollMs;
    while (!over.aborted) {
      try {
        await unlessAborted(this.#options.pool.warm(), over);
        pause = pollMs;
        this.#slots.startClaiming();
      } catch (error) {
        if (over.aborted) return;
        this.#slots.stopClaiming();
        log("no browser", originOf(error));
        await sleep(pause, undefined, { signal: over }).catch(() => {});
        pause = Math.min(pause * 2, longestPause);
        continue;
      }
      const slot = this.#slots.take();
      try {
        if (slot && (await this.#fill(slot, term))) continue;
      } catch (error) {
        log("claim without answer", originOf(error));
        return;
      }
      await this.#options.wakeUps.queued.wait(pollMs, over);
    }
  }

  /** Claims a task for the slot and runs it. False where there is none. */
  async #fill(slot: Slot, term: Term): Promise<boolean> {
    const { pool, wakeUps } = this.#options;
    try {
      const task = await this.#claim(term);
      if (!task) return false;
      term.run(task, { pool, wakeUps, slot: slot.assign(task) });
      if (term.lost.aborted) for (const task of term.tasks.values()) task.interrupt("abandoned");
      return true;
    } finally {
      slot.putBack();
    }
  }

  /** One task at a time: each changes what the next one may be. */
  async #claim(term: Term): Promise<ClaimedTask | undefined> {
    const { excluded, last, withoutPlace } = this.#slots.claimRules();
    const claim = async (passOver: number[]) => {
      const input = { limit: 1, rotation: this.#rotation, passOver, withoutPlace };
      const [task] = await within(claimTasks({ ctx: term.ctx, input }), answerMs, () => new Error("late"));
      return task;
    };
    return (await claim([...excluded, ...last])) ?? (last.length > 0 ? claim(excluded) : undefined);
  }

  async #outlive(term: Term): Promise<void> {
    await term.empty();
    await term.retire();
    this.#terms.delete(term);
  }

  /** Takes over after lost workers, and ends what has no hope. */
  async #recover(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const ctx = this.#current?.ctx;
      try {
        const recovering = ctx && recoverTasks({ ctx });
        const done = recovering && (await within(recovering, answerMs, () => new Error("late")));
        if (done && done.returned + done.failed > 0) log("tasks recovered", { ...done });
      } catch {
        // The database is away; the loop that claims says so.
      }
      await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Wipes and forgets what is past its time and walks the books, a bite each minute, and at once more while there is. */
  async #keepHouse(): Promise<void> {
    const { signal } = this.#stopping;
    const ctx: Context = { ...this.#options.ground, actor: { kind: "system" } };
    while (!signal.aborted) {
      const { taken, faults } = await keepHouse({ ctx });
      for (const { chore, error } of faults)
        if (!isUnavailable(error)) log("chore not done", { chore, ...originOf(error) });
      const some = Object.values(taken).some((n) => n > 0) || (await this.#walkBooks(ctx));
      await sleep(some ? pollMs : houseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Each difference is a line for the operator; `gatepost check` shows them too. Returns whether there is more to walk. */
  async #walkBooks(ctx: Context): Promise<boolean> {
    try {
      const { more, found } = await walkBooks({ ctx });
      for (const difference of found) log("books differ", { ...difference });
      return more;
    } catch (error) {
      if (!isUnavailable(error)) log("books not walked", originOf(error));
      return false;
    }
  }

  /** Hands back what can be run again and is not kept. Returns what goes on. */
  #handBack(kept: ReadonlySet<RunningTask>): Set<RunningTask> {
    const goesOn = (task: RunningTask) => task.maySubmit || task.waiting || kept.has(task);
    for (const task of this.#tasks()) if (!goesOn(task)) task.interrupt("handed back");
    return new Set(this.#tasks().filter(goesOn));
  }

  /** Reports what is in hand, now and when it changes, until the returned function is called. */
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

  async #retireAll(): Promise<void> {
    await Promise.all([...this.#terms].map((term) => term.retire()));
  }

  #tasks() {
    return [...this.#terms].flatMap((term) => [...term.tasks.values()]);
  }
}

const never = new AbortController().signal;
