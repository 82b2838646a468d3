import { EventEmitter, once, setMaxListeners } from "node:events";
import type { Args } from "./context.ts";
import { DomainError } from "./errors.ts";
import { Signal } from "./signal.ts";
import { heartbeatSql } from "./sql/heartbeat.sql.ts";
import { type WorkerHeartbeatRow, workerHeartbeatSql } from "./sql/worker-heartbeat.sql.ts";
import { errorCodeOf } from "./unavailable.ts";

/**
 * How long a worker's lease lasts without a heartbeat: about 15 s in which the database accepted writes. Heartbeats are
 * sent every second.
 */
export const leaseTicks = 15;

export interface Heartbeat {
  tick: number;
  /** Whether this process advanced the clock. One process does so at each tick. */
  advanced: boolean;
  /** Whether any worker has a lease. */
  workers: boolean;
  /** Whether this process advanced the clock and found workers without a lease, or tasks of such workers. */
  recoverable: boolean;
  /** Of a web process: whether waits are to be announced, reports planned or emails sent. */
  emailsDue?: boolean;
  /** Of a worker: whether any task is queued. */
  queued?: boolean;
  /** Of a worker: whether any callback is due. */
  callbacksDue?: boolean;
  /** The tasks that are assigned to a worker; null if its registration was ended. */
  assigned?: HeldTask[] | null;
}

/** A task that a worker holds. Every write requires that its fence is unchanged. */
export interface Held {
  taskId: number;
  accountId: number;
  fence: number;
}

/** A task that is assigned to the worker in the database: not cancelled, ended or recovered. */
export interface AssignedTask extends Held {
  maySubmit: boolean;
}

/** `waits`: for a value whose time is not over. */
type HeldTask = AssignedTask & { waits: boolean };

/**
 * The heartbeat that each process sends every second, in one statement: advances the clock, and renews a worker's
 * lease. Rejects if the database accepts no writes. `seen`: the tick that this process has seen for a second; null if it has not
 * seen one that long. `busy`: a worker's slots in use.
 */
export async function heartbeat({ ctx, input }: Args<{ seen: number | null; busy?: number }>): Promise<Heartbeat> {
  const { actor, db } = ctx;
  const { seen, busy = 0 } = input;
  if (actor.kind !== "worker" && actor.kind !== "system") throw new DomainError("ERROR_ACCESS_DENIED");
  if (actor.kind === "system") return only(await db.runHeartbeat(heartbeatSql, { seen }));
  const params = { seen, workerId: actor.workerId, busy, leaseTicks };
  const row = only(await db.runHeartbeat(workerHeartbeatSql, params));
  const { tick, advanced, workers, recoverable, queued, due: callbacksDue } = row;
  const assigned = row.registered ? assignedTasks(row) : null;
  return { tick, advanced, workers, recoverable, queued, callbacksDue, assigned };
}

function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error("A heartbeat returned no row.");
  return row;
}

function assignedTasks(row: WorkerHeartbeatRow): HeldTask[] {
  return row.assignedIds.map((taskId, n) => ({
    taskId,
    accountId: row.assignedAccountIds[n] as number,
    fence: row.assignedFences[n] as number,
    maySubmit: row.assignedSubmitting[n] as boolean,
    waits: row.assignedWaiting[n] as boolean,
  }));
}

/**
 * The pause between a response and the next heartbeat. So a tick seen in the response is at least this old when the
 * heartbeat is sent.
 */
const beatMs = 1_000;
/** The pause while a process that has just started sees no worker, so that it is ready as soon as one is. */
const startingBeatMs = 100;
const startingMs = 10_000;
/** The database counts as unavailable after so long without a response, even while a heartbeat is under way. */
const silentMs = 2_500;
/**
 * A statement that found the disk full says nothing about the next one. The shortage counts as over after so long
 * without another.
 */
const shortageMs = 10_000;

export interface ServiceClockOptions {
  /** Sends one heartbeat with the tick that this process has seen for a second. */
  beat(seen: number | null): Promise<Heartbeat>;
  /** Called when the database becomes unavailable, and when it is back, with the seconds in between. */
  report(change: { unavailable: Outage } | { availableAfter: number; unavailable?: undefined }): void;
}

/**
 * One process's view of the service's clock: sends a heartbeat each second, and learns from the responses what time it
 * is and whether the database can be used.
 */
export class ServiceClock {
  readonly #options: ServiceClockOptions;
  readonly #beats = new EventEmitter();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #last: Heartbeat | undefined;
  #answeredAt = performance.now();
  #failure: Outage | undefined;
  #shortage: { outage: Outage; at: number } | undefined;
  #reported: { at: number } | undefined;

  constructor(options: ServiceClockOptions) {
    this.#options = options;
    setMaxListeners(0, this.#beats);
    this.#running = this.#run();
  }

  /** The last successful heartbeat. */
  get last(): Heartbeat | undefined {
    return this.#last;
  }

  /** Why the database cannot be used right now; undefined if it can. */
  get outage(): Outage | undefined {
    const now = performance.now();
    if (this.#failure) return this.#failure;
    if (now - this.#answeredAt > silentMs) return silent;
    if (this.#shortage && now - this.#shortage.at < shortageMs) return this.#shortage.outage;
    return undefined;
  }

  /** Resolves with the next successful heartbeat. Rejects with the signal's reason. */
  async next(signal: AbortSignal): Promise<Heartbeat> {
    signal.throwIfAborted();
    try {
      const [beat] = (await once(this.#beats, "beat", { signal })) as [Heartbeat];
      return beat;
    } catch {
      throw signal.reason;
    }
  }

  /** Called when a statement found that a resource of the server is used up, which heartbeats may not notice. */
  noteShortage(error: unknown): void {
    this.#shortage = { outage: outageOf(error), at: performance.now() };
    this.#report();
  }

  /** Sends no more heartbeats. Resolves when none is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const startedAt = performance.now();
    let isStarting = false;
    while (!signal.aborted) {
      try {
        const beat = await this.#options.beat(isStarting ? null : (this.#last?.tick ?? null));
        this.#last = beat;
        this.#answeredAt = performance.now();
        this.#failure = undefined;
        this.#report();
        this.#beats.emit("beat", beat);
      } catch (error) {
        if (signal.aborted) return;
        this.#failure = outageOf(error);
        this.#report();
      }
      isStarting = this.#last?.workers === false && performance.now() - startedAt < startingMs;
      const pauseMs = isStarting ? startingBeatMs : beatMs;
      // Timers may fire a moment early, and no tick may be shorter than a second.
      const due = performance.now() + pauseMs;
      for (let remaining = pauseMs; remaining > 0 && !signal.aborted; remaining = Math.ceil(due - performance.now()))
        await new Signal().wait(signal, remaining);
    }
  }

  #report(): void {
    const { outage } = this;
    if (outage && !this.#reported) {
      this.#reported = { at: performance.now() };
      this.#options.report({ unavailable: outage });
    } else if (!outage && this.#reported) {
      const availableAfter = Math.round((performance.now() - this.#reported.at) / 1_000);
      this.#reported = undefined;
      this.#options.report({ availableAfter });
    }
  }
}

/**
 * Why the database cannot be used: PostgreSQL's SQLSTATE, the code of a network error such as ECONNREFUSED,
 * "connection lost", or "silent".
 */
export type Outage = string;

const silent: Outage = "silent";

function outageOf(error: unknown): Outage {
  return errorCodeOf(error) ?? "connection lost";
}
