import type { AppContext } from "../context.ts";

/** Whether the operator has suspended the account; one that does not exist counts as suspended. */
export async function isSuspended(app: AppContext, accountId: number): Promise<boolean> {
  const account = await app.db.prisma.account.findUnique({
    where: { id: accountId },
    select: { suspendedAt: true },
  });
  return !account || account.suspendedAt !== null;
}
