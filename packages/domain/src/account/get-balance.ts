import type { Context } from "../context.ts";
import { requireAccount } from "../permission.ts";

const statement = { name: "get_balance", text: "select available from account where id = $1" };

/** What the account can spend, in US dollars, holds taken off. */
export async function getBalance({ ctx }: { ctx: Context }): Promise<{ balance: number }> {
  const { accountId } = requireAccount(ctx).actor;
  const rows = await ctx.db.sql<{ available: number }>(statement, [accountId]);
  return { balance: (rows[0]?.available ?? 0) / 1_000_000 };
}
