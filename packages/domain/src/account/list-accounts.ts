import type { Args, Context } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
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

/** The accounts by id. */
export async function listAccounts({ ctx, input }: Args<PageInput>): Promise<Page<ListedAccount>> {
  requireSystem(ctx);
  return readPage(
    input,
    (window) => read(ctx, window),
    ({ accountId }) => accountId,
  );
}

async function read({ db }: Context, { take, after }: Window): Promise<ListedAccount[]> {
  const found = await db.prisma.account.findMany({
    where: { id: { gt: after ?? 0 } },
    orderBy: { id: "asc" },
    take,
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
