import { type Context, requireSystem } from "../platform/context.ts";
import { type Difference, dimensions, findDifferences, lastPlace } from "./reconciliation-rules.ts";

/**
 * Returns all differences between balances, ledger, counts and tasks. All rules run in one snapshot, so that concurrent
 * changes do not appear as differences. Reads the whole ledger and all tasks and counts.
 */
export async function reconcile({ ctx }: { ctx: Context }): Promise<Difference[]> {
  requireSystem(ctx);
  return ctx.db.transaction(
    async (tx) => {
      const differences: Difference[] = [];
      for (const dimension of dimensions)
        differences.push(...(await findDifferences(tx.run, dimension, { after: 0, through: lastPlace[dimension] })));
      return differences;
    },
    { isolationLevel: "RepeatableRead", timeout: 600_000 },
  );
}

/** The differences of a stored scan, as scanBatch alone writes them. */
export function storedDifferences(column: unknown): Difference[] {
  return column as Difference[];
}

export type Reconciliation = NonNullable<Awaited<ReturnType<typeof getReconciliation>>>;

/** The result of the last complete scan by a worker, with the first hundred differences; null before the first one. */
export async function getReconciliation({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  const found = await ctx.db.prisma.reconciliationScan.findFirst({
    where: { endedAt: { not: null } },
    orderBy: { id: "desc" },
    select: { beganAt: true, endedAt: true, differences: true },
  });
  if (!found?.endedAt) return null;
  return { ...found, endedAt: found.endedAt, differences: storedDifferences(found.differences) };
}
