import type { Args } from "./context.ts";
import { DomainError } from "./errors.ts";
import { heartbeatSql } from "./sql/heartbeat.sql.ts";
import { type WorkerHeartbeatRow, workerHeartbeatSql } from "./sql/worker-heartbeat.sql.ts";

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
