import type { Context } from "../context.ts";
import { requireAccount } from "../permission.ts";

/** What the account can spend, in US dollars, holds taken off. */
export async function getBalance({ ctx }: { ctx: Context }): Promise<{ balance: number }> {
  const { accountId } = requireAccount(ctx).actor;
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId }, select: { available: true } });
  return { balance: Number(account?.available ?? 0n) / 1_000_000 };
}
