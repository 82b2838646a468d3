import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";

export interface ListedAccount {
  accountId: number;
  email: string;
  available: bigint;
  held: bigint;
  bid: bigint;
  suspended: boolean;
  keys: number;
  applications: number;
  createdAt: Date;
}

/** The accounts by id, a page of at most 1,000 after `after`. */
export async function listAccounts({
  ctx,
  input,
}: {
  ctx: Context;
  input: { after?: number };
}): Promise<ListedAccount[]> {
  requireSystem(ctx);
  const found = await ctx.db.prisma.account.findMany({
    where: { id: { gt: input.after ?? 0 } },
    orderBy: { id: "asc" },
    take: 1_000,
    select: {
      id: true,
      email: true,
      available: true,
      held: true,
      bid: true,
      suspendedAt: true,
      createdAt: true,
      _count: { select: { keys: true, applications: true } },
    },
  });
  return found.map(({ id, suspendedAt, _count, ...account }) => ({
    accountId: id,
    ...account,
    suspended: suspendedAt !== null,
    ..._count,
  }));
}
