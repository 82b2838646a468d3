import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
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
