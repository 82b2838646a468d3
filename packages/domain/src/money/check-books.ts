import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { bookRules, type Difference, lastPlace } from "./book-rules.ts";

/**
 * Finds any difference between balances, ledger, counts and tasks. An empty list: the books are right. Every rule in one
 * snapshot, so that what happens meanwhile is not taken for a difference; costs a pass over ledger, tasks and counts.
 */
export async function checkBooks({ ctx }: { ctx: Context }): Promise<Difference[]> {
  requireSystem(ctx);
  return ctx.db.transaction(
    async (tx) => {
      // Whole tables are held against each other: here reading them whole is best.
      await tx.$executeRaw`set local enable_seqscan = on`;
      const differences: Difference[] = [];
      for (const { what, track, sql } of bookRules) {
        const statement = `${sql({ after: 0, through: lastPlace[track] })} limit 100`;
        const rows = await tx.$queryRawUnsafe<Omit<Difference, "what">[]>(statement);
        differences.push(...rows.map((row) => ({ what, ...row })));
      }
      return differences;
    },
    { isolationLevel: "RepeatableRead", timeout: 600_000 },
  );
}
