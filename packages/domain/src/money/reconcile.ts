import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { type Difference, dimensions, findDifferences, lastPlace } from "./reconciliation-rules.ts";

/**
 * Finds any difference between balances, ledger, counts and tasks. An empty list: there is none. Every rule in one
 * snapshot, so that what happens meanwhile is not taken for a difference; costs a pass over ledger, tasks and counts.
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
