import { limits } from "@gatepost/contract/limits";
import type { Tx } from "@gatepost/db/connect";
import type { ObjectStore } from "@gatepost/db/object-store/object-store";
import { type AppContext, type Context, requireSystem } from "./context.ts";
import { isWritable } from "./health.ts";
import type { Settings } from "./settings.ts";
import { deleteEndedWorkersSql } from "./sql/delete-ended-workers.sql.ts";
import { deleteFullRateBucketsSql } from "./sql/delete-full-rate-buckets.sql.ts";
import { deleteOldAnswersSql } from "./sql/delete-old-answers.sql.ts";
import { deleteOldAttemptsSql } from "./sql/delete-old-attempts.sql.ts";
import { deleteOldScansSql } from "./sql/delete-old-scans.sql.ts";
import { deleteOldSessionsSql } from "./sql/delete-old-sessions.sql.ts";
import { deleteOldTasksSql } from "./sql/delete-old-tasks.sql.ts";
import { deleteSolutionObjectsSql } from "./sql/delete-solution-objects.sql.ts";
import { dueObjectsSql } from "./sql/due-objects.sql.ts";
import { lockMaintenanceSql } from "./sql/lock-maintenance.sql.ts";
import { wipeMessagesSql } from "./sql/wipe-messages.sql.ts";
import { wipePicturesSql } from "./sql/wipe-pictures.sql.ts";
import { wipeSolutionsSql } from "./sql/wipe-solutions.sql.ts";
import { isUnavailable } from "./unavailable.ts";

const batchMs = 30_000;

/** What a job needs of the process that runs it. `ago`: a moment so many seconds ago, by the database's clock. */
interface Round {
  settings: Settings;
  objects: AppContext["objects"];
  ago(seconds: number): Date;
}

/** Runs one batch and returns the numbers of rows. Batches are small and find their rows in large tables by an index. */
type Job = (tx: Tx, round: Round) => PromiseLike<{ n: number }[] | { count: number }>;

const jobs: Record<string, Job> = {
  wipe_solutions: ({ run }, { settings: { solutionSeconds } }) => run(wipeSolutionsSql, { solutionSeconds }),
  wipe_pictures: ({ run }, { settings: { solutionSeconds } }) => run(wipePicturesSql, { solutionSeconds }),
  delete_solution_objects: ({ run }, { settings: { solutionSeconds } }) =>
    run(deleteSolutionObjectsSql, { solutionSeconds }),
  delete_tasks: ({ run }, { settings: { recordSeconds } }) => run(deleteOldTasksSql, { recordSeconds }),
  delete_sessions: ({ run }, { settings: { sessionSeconds } }) => run(deleteOldSessionsSql, { sessionSeconds }),
  wipe_messages: ({ run }) => run(wipeMessagesSql, { keptSeconds: limits.inboundSeconds }),
  // Its index is in the order of ids, so this reads the table, which has a thousand rows of an account at most.
  delete_messages: ({ inboundMessage }, { ago, settings: { recordSeconds } }) =>
    inboundMessage.deleteMany({ where: { receivedAt: { lt: ago(recordSeconds) } }, limit: 500 }),
  delete_answers: ({ run }) => run(deleteOldAnswersSql),
  delete_workers: ({ run }) => run(deleteEndedWorkersSql),
  delete_portal_sessions: ({ session }, { ago }) =>
    session.deleteMany({ where: { expiresAt: { lt: ago(3_600) } }, limit: 1_000 }),
  delete_emailed_links: ({ verification }, { ago }) =>
    verification.deleteMany({ where: { expiresAt: { lt: ago(3_600) } }, limit: 1_000 }),
  delete_attempts: ({ run }) => run(deleteOldAttemptsSql),
  delete_rate_buckets: ({ run }) => run(deleteFullRateBucketsSql),
  // Younger ones keep each period from being sent twice.
  delete_report_emails: ({ delivery }, { ago }) =>
    delivery.deleteMany({ where: { subscriptionId: { not: null }, createdAt: { lt: ago(400 * 86_400) } }, limit: 500 }),
  delete_scans: ({ run }) => run(deleteOldScansSql),
  delete_objects: async (tx, { objects }) => (objects ? deleteObjects(tx, objects) : []),
};

/**
 * Runs one batch of each job, in one process at a time; other processes return at once. Call again soon if rows were
 * processed.
 */
export async function runMaintenance({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  /** The number of rows processed, by job. */
  const taken: Record<string, number> = {};
  /** The jobs that failed, other than in an outage; the others ran. */
  const faults: { job: string; error: unknown }[] = [];
  for (const [name, job] of Object.entries(jobs)) {
    try {
      taken[name] = await runBatch(ctx, job);
    } catch (error) {
      faults.push({ job: name, error });
    }
  }
  // A statement that exceeds its time limit looks like an outage.
  const isThere = faults.length > 0 && (await isWritable({ app: ctx }));
  return { taken, faults: faults.filter(({ error }) => isThere || !isUnavailable(error)) };
}

function runBatch({ db, settings, objects }: Context, job: Job): Promise<number> {
  return db.transaction(
    async (tx) => {
      const [lock] = await tx.run(lockMaintenanceSql);
      if (!lock?.locked) return 0;
      const ago = (seconds: number) => new Date(lock.now.getTime() - seconds * 1_000);
      const taken = await job(tx, { settings, objects, ago });
      return "count" in taken ? taken.count : taken.reduce((sum, { n }) => sum + n, 0);
    },
    { timeout: batchMs },
  );
}

const batchSize = 100;
const atOnce = 10;

/**
 * Deletes one batch of the objects that no row names, and returns how many. If the store fails, it keeps the rest for the next
 * time; it throws if nothing could be deleted.
 */
async function deleteObjects(tx: Tx, objects: ObjectStore): Promise<{ count: number }> {
  const due = (await tx.run(dueObjectsSql, { limit: batchSize })).map(({ objectId }) => objectId);
  const deleted: string[] = [];
  for (let from = 0; from < due.length && deleted.length === from; from += atOnce) {
    const part = due.slice(from, from + atOnce);
    const results = await Promise.allSettled(part.map((objectId) => objects.delete(objectId)));
    deleted.push(...part.filter((_, n) => results[n]?.status === "fulfilled"));
    const failed = results.find((result) => result.status === "rejected");
    if (failed && deleted.length === 0) throw failed.reason;
  }
  return tx.objectDeletion.deleteMany({ where: { objectId: { in: deleted } } });
}
