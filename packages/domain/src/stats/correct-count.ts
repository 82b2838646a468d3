import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import type { Metric } from "./read-counts.ts";

export interface CorrectCountInput {
  softId: number;
  metric: Exclude<Metric, "users" | "money">;
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
  const bucket = new Date(Math.floor(at.getTime() / 900_000) * 900_000);
  await ctx.db.prisma.$transaction(async (tx) => {
    const moved = await tx.application.updateMany({ where: { id: softId }, data: { revision: { increment: 1 } } });
    if (moved.count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`);
    await tx.$executeRaw`
      insert into count as c (application_id, metric, bucket, label, shard, n)
      values (${softId}, ${metric}, ${bucket}, ${label}, 0, ${Math.max(by, 0)})
      on conflict (application_id, metric, bucket, label, shard) do update set n = c.n + ${by}`;
    const [sum] = await tx.$queryRaw<{ n: bigint; least: bigint }[]>`
      select sum(n)::bigint as n, min(n) as least from count
       where application_id = ${softId} and metric = ${metric} and bucket = ${bucket} and label = ${label}`;
    if (!sum || sum.n < 0n || sum.least < 0n)
      throw new DomainError("ERROR_BAD_REQUEST", "There is not that much in this quarter of an hour.");
    await tx.note.create({
      data: {
        applicationId: softId,
        day: new Date(bucket.toISOString().slice(0, 10)),
        kind: "correction",
        text: `${reason.trim()} (${by > 0 ? "+" : ""}${by} ${metric}${label && ` ${label}`})`,
      },
    });
  });
}
