import { limits } from "@gatepost/contract/limits";
import type { ObjectStore } from "@gatepost/db/object-store/object-store";
import type { Run } from "@gatepost/db/statement";
import { type AppContext, type Context, requireSystem } from "./context.ts";
import { isWritable } from "./health.ts";
import type { Settings } from "./settings.ts";
import { completeDeletionsSql } from "./sql/complete-deletions.sql.ts";
import { deleteEndedWorkersSql } from "./sql/delete-ended-workers.sql.ts";
import { deleteExpiredSignInsSql } from "./sql/delete-expired-sign-ins.sql.ts";
import { deleteFullRateBucketsSql } from "./sql/delete-full-rate-buckets.sql.ts";
import { deleteOldAnswersSql } from "./sql/delete-old-answers.sql.ts";
import { deleteOldAttemptsSql } from "./sql/delete-old-attempts.sql.ts";
import { deleteOldMessagesSql } from "./sql/delete-old-messages.sql.ts";
import { deleteOldReportEmailsSql } from "./sql/delete-old-report-emails.sql.ts";
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

/** Runs one batch and returns numbers of rows, which add up. Batches are small and find their rows in large tables by an index. */
type Job = (run: Run, settings: Settings, objects: AppContext["objects"]) => Promise<{ n: number }[]>;

const jobs: Record<string, Job> = {
  wipe_solutions: (run, { solutionSeconds }) => run(wipeSolutionsSql, { solutionSeconds }),
  wipe_pictures: (run, { solutionSeconds }) => run(wipePicturesSql, { solutionSeconds }),
  delete_solution_objects: (run, { solutionSeconds }) => run(deleteSolutionObjectsSql, { solutionSeconds }),
  delete_tasks: (run, { recordSeconds }) => run(deleteOldTasksSql, { recordSeconds }),
  delete_sessions: (run, { sessionSeconds }) => run(deleteOldSessionsSql, { sessionSeconds }),
  wipe_messages: (run) => run(wipeMessagesSql, { keptSeconds: limits.inboundSeconds }),
  delete_messages: (run, { recordSeconds }) => run(deleteOldMessagesSql, { recordSeconds }),
  delete_answers: (run) => run(deleteOldAnswersSql),
  delete_workers: (run) => run(deleteEndedWorkersSql),
  delete_sign_ins: (run) => run(deleteExpiredSignInsSql),
  delete_attempts: (run) => run(deleteOldAttemptsSql),
  delete_rate_buckets: (run) => run(deleteFullRateBucketsSql),
  delete_report_emails: (run) => run(deleteOldReportEmailsSql),
  delete_scans: (run) => run(deleteOldScansSql),
  delete_objects: async (run, _, objects) => (objects ? deleteObjects(run, objects) : []),
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
      const taken = lock?.locked ? await job(tx.run, settings, objects) : [];
      return taken.reduce((sum, { n }) => sum + n, 0);
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
async function deleteObjects(run: Run, objects: ObjectStore): Promise<{ n: number }[]> {
  const due = (await run(dueObjectsSql, { limit: batchSize })).map(({ objectId }) => objectId);
  const deleted: string[] = [];
  for (let from = 0; from < due.length && deleted.length === from; from += atOnce) {
    const part = due.slice(from, from + atOnce);
    const results = await Promise.allSettled(part.map((objectId) => objects.delete(objectId)));
    deleted.push(...part.filter((_, n) => results[n]?.status === "fulfilled"));
    const failed = results.find((result) => result.status === "rejected");
    if (failed && deleted.length === 0) throw failed.reason;
  }
  return run(completeDeletionsSql, { objectIds: deleted });
}
