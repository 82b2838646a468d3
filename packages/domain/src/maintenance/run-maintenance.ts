import type { Run } from "@gatepost/db/statement";
import type { Context, Settings } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { forgetAnswersSql } from "./forget-answers.sql.ts";
import { forgetAttemptsSql } from "./forget-attempts.sql.ts";
import { forgetRateBucketsSql } from "./forget-rate-buckets.sql.ts";
import { forgetScansSql } from "./forget-scans.sql.ts";
import { forgetSessionsSql } from "./forget-sessions.sql.ts";
import { forgetTasksSql } from "./forget-tasks.sql.ts";
import { forgetVerificationsSql } from "./forget-verifications.sql.ts";
import { forgetWorkersSql } from "./forget-workers.sql.ts";
import { lockMaintenanceSql } from "./lock-maintenance.sql.ts";
import { wipePicturesSql } from "./wipe-pictures.sql.ts";
import { wipeSolutionsSql } from "./wipe-solutions.sql.ts";

const batchMs = 30_000;

/** Runs one batch, and says how many rows it took. A batch is small, and finds its rows in large tables by an index. */
type Job = (run: Run, settings: Settings) => Promise<{ n: number }[]>;

const jobs: Record<string, Job> = {
  wipe_solutions: (run, { solutionSeconds }) => run(wipeSolutionsSql, { solutionSeconds }),
  wipe_pictures: (run, { solutionSeconds }) => run(wipePicturesSql, { solutionSeconds }),
  forget_tasks: (run, { recordSeconds }) => run(forgetTasksSql, { recordSeconds }),
  forget_idempotency: (run) => run(forgetAnswersSql),
  forget_workers: (run) => run(forgetWorkersSql),
  forget_sessions: (run) => run(forgetSessionsSql),
  forget_verifications: (run) => run(forgetVerificationsSql),
  forget_attempts: (run) => run(forgetAttemptsSql),
  forget_rate_buckets: (run) => run(forgetRateBucketsSql),
  forget_book_checks: (run) => run(forgetScansSql),
};

export interface Kept {
  /** How many rows were taken, by job. */
  taken: Record<string, number>;
  /** The jobs that failed; the others were done all the same. */
  faults: { job: string; error: unknown }[];
}

/**
 * Runs one batch of each job. One process at a time; the others do nothing meanwhile. Call again soon while something was
 * taken.
 */
export async function runMaintenance({ ctx }: { ctx: Context }): Promise<Kept> {
  requireSystem(ctx);
  const kept: Kept = { taken: {}, faults: [] };
  for (const [name, job] of Object.entries(jobs)) {
    try {
      kept.taken[name] = await runBatch(ctx, job);
    } catch (error) {
      kept.faults.push({ job: name, error });
    }
  }
  return kept;
}

function runBatch({ db, settings }: Context, job: Job): Promise<number> {
  return db.transaction(
    async (tx) => {
      const [lock] = await tx.run(lockMaintenanceSql);
      const [taken] = lock?.locked ? await job(tx.run, settings) : [];
      return taken?.n ?? 0;
    },
    { timeout: batchMs },
  );
}
