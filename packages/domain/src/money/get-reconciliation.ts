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

/** The result of the last complete scan by a worker; null before the first one. */
export async function getReconciliation({ ctx }: { ctx: Context }): Promise<Reconciliation | null> {
  requireSystem(ctx);
  const found = await ctx.db.prisma.reconciliationScan.findFirst({
    where: { endedAt: { not: null } },
    orderBy: { id: "desc" },
    select: { beganAt: true, endedAt: true, differences: true },
  });
  if (!found?.endedAt) return null;
  return { ...found, endedAt: found.endedAt, differences: storedDifferences(found.differences) };
}
