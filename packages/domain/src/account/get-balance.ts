import type { Context } from "../context.ts";
import { requireAccount } from "../permission.ts";

/** What the account can spend, in millionths of a dollar: its balance without holds. */
export async function getBalance({ ctx }: { ctx: Context }): Promise<number> {
  const { accountId } = requireAccount(ctx, null).actor;
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId }, select: { available: true } });
  return Number(account?.available ?? 0n);
}
