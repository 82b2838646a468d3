import type { ErrorCode } from "@gatepost/contract/errors";
import type { Batch } from "../platform/coalesce.ts";
import type { AppContext } from "../platform/context.ts";
import type { Held } from "../platform/heartbeat.ts";
import { shard } from "../statistics/count-refusal.ts";
import { type BegunSteps, presentPlace, stepRows } from "./begun-steps.ts";
import { endTasksSql } from "./sql/end-tasks.sql.ts";
import { findReleasableSessionsSql } from "./sql/find-releasable-sessions.sql.ts";
import { releaseHeldTaskSql } from "./sql/release-held-task.sql.ts";

interface End extends Held {
  /** null: a task that no worker runs, such as one that was queued for too long. */
  workerId: number | null;
  /** For the timeout of a wait: only if this variable has no value and the last tick of its wait has come. */
  unlessSupplied?: string | null;
  /** For a person who declines: only if the worker has not taken a value of this variable. */
  unlessTaken?: string;
  /** For the task's time limit: only if that tick has come, because the limit may have been extended. */
  atLimit?: boolean;
  /** Encrypted. */
  solution: Buffer | null;
  /** Steps that are not recorded yet. */
  begun?: BegunSteps | undefined;
  /** null: the task is ready. */
  error: { code: ErrorCode; description: string } | null;
}

/**
 * `supplied`: the variable has a value. `early`: its wait, or the task's time, is not over. `unexpected`: the task has no
 * such late variable. `gone`: another worker has the task, or it has ended.
 */
export interface Ended {
  status: "ended" | "supplied" | "early" | "unexpected" | "gone";
}

/** Ends tasks, and lets the next one of a session into the queue. A task that another worker has, or that has ended, stays as it is. */
export const endTasks: Batch<End, Ended, AppContext> = {
  name: "end_tasks",
  max: 64,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  async run({ db, vault }, ends) {
    const steps = ends.flatMap((end) => (end.begun ? stepRows(vault, end, end.begun) : []));
    const rows = await db.run(endTasksSql, {
      ends: ends.map((end, n) => ({
        n,
        unlessSupplied: null,
        unlessTaken: null,
        ...end,
        atLimit: end.atLimit ?? false,
        code: end.error?.code,
        description: end.error?.description,
        ...presentPlace(end.begun),
      })),
      steps,
      shard,
    });
    const sessionIds = rows.flatMap(({ sessionId }) => sessionId ?? []);
    // The tasks have ended whatever becomes of this; a later tick tries it again.
    if (sessionIds.length > 0) await releaseHeldTasks({ db }, sessionIds).catch(() => {});
    const byInput = new Map(rows.map(({ n, status }) => [n, { status }]));
    return ends.map((_, n) => byInput.get(n) as Ended);
  },
};

type Database = Pick<AppContext, "db">;

/** Of PostgreSQL: another process let a task of the session into the queue at the same moment. */
const uniqueViolation = "23505";

/**
 * Lets the oldest held task of each session into the queue, unless another one of it is open. Call it after a commit that created
 * a task of the session or ended one. What is missed, because the process died in between, `releaseAllHeldTasks` finds.
 */
export async function releaseHeldTasks({ db }: Database, sessionIds: Iterable<number>): Promise<void> {
  for (const sessionId of new Set(sessionIds)) {
    try {
      await db.run(releaseHeldTaskSql, { sessionId });
    } catch (error) {
      if ((error as { code?: string }).code !== uniqueViolation) throw error;
    }
  }
}

/** Runs releaseHeldTasks for every session that needs it. Any process may run it at any time. */
export async function releaseAllHeldTasks(app: Database): Promise<void> {
  const sessionIds = (await app.db.run(findReleasableSessionsSql)).map(({ sessionId }) => sessionId);
  await releaseHeldTasks(app, sessionIds);
}
