import { isErrorCode } from "@gatepost/contract/errors";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import type { exclusion } from "./visit.ts";

export const correctableMetrics = ["error", "view", "view_excluded", "download", "download_excluded"] as const;
export type CorrectableMetric = (typeof correctableMetrics)[number];

export interface CorrectCountInput {
  softId: number;
  /** What became ready, who used it and what was earned stand in the ledger and in tasks: those are never corrected. */
  metric: CorrectableMetric;
  label?: string;
  /** The moment whose quarter of an hour is corrected. */
  at: Date;
  /** Either way; the count never falls below zero. */
  by: number;
  /** Why; it stands as a note on the chart. */
  reason: string;
}

/** The only way in which a day that has ended changes: the count moves, a note says why, and what is remembered is old. */
export async function correctCount({ ctx, input }: { ctx: Context; input: CorrectCountInput }): Promise<void> {
  requireSystem(ctx);
  const { softId, metric, label = "", at, by, reason } = input;
  if (!Number.isSafeInteger(by) || by === 0)
    throw new DomainError("ERROR_BAD_REQUEST", "by must be a whole number, not zero.");
  if (!reason.trim()) throw new DomainError("ERROR_BAD_REQUEST", "reason must say why the count is corrected.");
  const problem = labelProblem(metric, label);
  if (problem) throw new DomainError("ERROR_BAD_REQUEST", problem);
  const bucket = new Date(Math.floor(at.getTime() / 900_000) * 900_000);
  await ctx.db.transaction(async (tx) => {
    const [clock] = await tx.$queryRaw<{ future: boolean }[]>`select ${bucket} > now() as future`;
    if (clock?.future) throw new DomainError("ERROR_BAD_REQUEST", "at must not be in the future.");
    const moved = await tx.application.updateMany({ where: { id: softId }, data: { revision: { increment: 1 } } });
    if (moved.count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`);
    // Each process counts in a row of its own: what is taken away is taken from the largest ones.
    const rows = await tx.$queryRaw<{ shard: number; n: bigint }[]>`
      select shard, n from count
       where application_id = ${softId} and metric = ${metric} and bucket = ${bucket} and label = ${label}
       order by n desc, shard for no key update`;
    let left = BigInt(-by);
    if (rows.reduce((sum, { n }) => sum + n, 0n) < left)
      throw new DomainError("ERROR_BAD_REQUEST", "There is not that much in this quarter of an hour.");
    for (const { shard, n } of rows) {
      if (left <= 0n) break;
      const taken = n < left ? n : left;
      left -= taken;
      await tx.$executeRaw`
        update count set n = n - ${taken}
         where application_id = ${softId} and metric = ${metric} and bucket = ${bucket} and label = ${label}
           and shard = ${shard}`;
    }
    if (by > 0)
      await tx.$executeRaw`
        insert into count as c (application_id, metric, bucket, label, shard, n)
        values (${softId}, ${metric}, ${bucket}, ${label}, 0, ${by})
        on conflict (application_id, metric, bucket, label, shard) do update set n = c.n + excluded.n`;
    await tx.note.create({
      data: {
        applicationId: softId,
        day: new Date(bucket.toISOString().slice(0, 10)),
        bucket,
        kind: "correction",
        text: `${reason.trim()} (${by > 0 ? "+" : ""}${by} ${metric}${label && ` ${label}`})`,
      },
    });
  });
}

/** A label that no report knows would be counted where nobody sees it. */
function labelProblem(metric: CorrectableMetric, label: string): string | undefined {
  if (metric === "error")
    return isErrorCode(label) ? undefined : "label must be the code of the error, such as ERROR_STEP_FAILED.";
  if (metric === "view" || metric === "download") return label ? `${metric} has no label.` : undefined;
  return exclusions.includes(label) ? undefined : `label must be why it was left out: ${exclusions.join(", ")}.`;
}

const exclusions: readonly string[] = ["head", "prefetch", "crawler"] satisfies ReturnType<typeof exclusion>[];
