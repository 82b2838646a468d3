import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import type { Difference } from "./reconciliation-rules.ts";
import { storedDifferences } from "./stored-differences.ts";

export interface Reconciliation {
  beganAt: Date;
  endedAt: Date;
  /** The first hundred. */
  differences: Difference[];
}

/** What housekeeping found when it last went through the books; null until it has. */
export async function getReconciliation({ ctx }: { ctx: Context }): Promise<Reconciliation | null> {
  requireSystem(ctx);
  const found = await ctx.db.prisma.bookCheck.findFirst({
    where: { endedAt: { not: null } },
    orderBy: { id: "desc" },
    select: { beganAt: true, endedAt: true, differences: true },
  });
  if (!found?.endedAt) return null;
  return { ...found, endedAt: found.endedAt, differences: storedDifferences(found.differences) };
}
