import type { Tx } from "@gatepost/db/connect";
import { DomainError } from "../errors.ts";

export interface Entry {
  accountId: number;
  kind: "top_up" | "refund" | "correction";
  /** What the account gains, in millionths of a dollar; below zero it loses. The house has the other side. */
  amount: bigint;
  taskId?: bigint | undefined;
  applicationId?: number | undefined;
  note?: string | undefined;
}

/**
 * One entry between the house and an account, and the balance with it. Never more than there is: ERROR_BAD_REQUEST
 * where an account would fall below zero, or is not there.
 */
export async function enterMoney(tx: Tx, entry: Entry): Promise<{ available: bigint }> {
  const { accountId, kind, amount, taskId, applicationId, note } = entry;
  const moved = await tx.account.updateManyAndReturn({
    where: { id: accountId, available: { gte: amount < 0n ? -amount : 0n } },
    data: { available: { increment: amount } },
    select: { available: true },
  });
  const account = moved[0];
  if (!account) {
    const known = await tx.account.findUnique({ where: { id: accountId }, select: { id: true } });
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      known ? `Account ${accountId} does not have that much.` : `There is no account ${accountId}.`,
    );
  }
  await tx.ledgerEntry.create({
    data: {
      accountId,
      kind,
      available: amount,
      held: 0n,
      house: -amount,
      taskId: taskId ?? null,
      applicationId: applicationId ?? null,
      note: note ?? null,
    },
  });
  return account;
}
