import type { AppContext } from "../context.ts";
import { findReleasableSessionsSql } from "./find-releasable-sessions.sql.ts";
import { releaseHeldTaskSql } from "./release-held-task.sql.ts";

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

/** The same for every session that needs it. Any process may run it at any time. */
export async function releaseAllHeldTasks(app: Database): Promise<void> {
  const found = await app.db.run(findReleasableSessionsSql);
  await releaseHeldTasks(
    app,
    found.map(({ sessionId }) => sessionId),
  );
}
