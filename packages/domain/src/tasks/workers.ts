import { requireSecret } from "../encryption/installation-secret.ts";
import { type Args, type Context, requireSystem, requireWorker } from "../platform/context.ts";
import { leaseTicks } from "../platform/heartbeat.ts";
import { registerWorkerSql } from "./sql/register-worker.sql.ts";

/**
 * Registers a worker process with its first lease. Its id is never used again. `liveAddress`: where web servers reach its live
 * pages. Rejects as requireSecret does.
 */
export async function registerWorker({
  ctx,
  input: { slots, liveAddress = null },
}: Args<{ slots: number; liveAddress?: string | null }>): Promise<{ workerId: number }> {
  requireSystem(ctx);
  await requireSecret({ ctx });
  const [worker] = await ctx.db.run(registerWorkerSql, { slots, liveAddress, leaseTicks });
  if (!worker) throw new Error("An insert returned no row.");
  return { workerId: worker.id };
}

/** Ends the worker's registration. Tasks that it still holds are recovered as after a loss. */
export async function retireWorker({ ctx }: { ctx: Context }): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.prisma.worker.updateMany({ where: { id: actor.workerId, endedAt: null }, data: { endedAt: new Date() } });
}

/** The tasks that a stopping worker still has. The worker sends it to its launcher, its parent process. */
export interface DrainReport {
  /** Tasks that wait for a value. */
  waiting: number;
  /** Tasks that run. */
  running: number;
  /** Seconds until the drain time is over. */
  secondsLeft: number;
}

/**
 * What a worker tells its launcher: that it has started, so that the one before it may retire; what it still has while it stops; and
 * what it leaves for the process that is started in its place if it dies, under a name, which only a worker reads. With that comes
 * perhaps a handle that the process must have, which stays open meanwhile.
 */
export type WorkerMessage =
  | { started: true }
  | { draining: DrainReport }
  | { save: string; value: string }
  /** Deletes what was saved under a name. */
  | { forget: string };

/**
 * What the launcher sends to a worker that has just started: each thing that the one before it had saved, and `done` at last.
 * `isBeside`: whether another process of the worker lives.
 */
export type SavedMessage = { saved: string; value: string } | { saved: "done"; isBeside: boolean };

/** Begins the argument with which a launcher starts a worker for which it saves; what follows is when it has started itself. */
export const savesArgument = "--launcher-saves-since=";
