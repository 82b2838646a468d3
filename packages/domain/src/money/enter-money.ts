import type { Tx } from "@gatepost/db/connect";
import { DomainError } from "../errors.ts";
import { largestBalance } from "./limits.ts";

export interface Entry {
  accountId: number;
  kind: "top_up" | "refund" | "correction";
  /** What the account gains, in millionths of a dollar; negative if it loses. The platform has the other side. */
  amount: bigint;
  taskId?: bigint | undefined;
  applicationId?: number | undefined;
  note?: string | undefined;
}

/**
 * Writes one entry between the platform and an account, and updates the balance. ERROR_BAD_REQUEST if the account does
 * not exist, or its balance would fall below zero or exceed the limit.
 */
export async function enterMoney(tx: Tx, entry: Entry): Promise<{ available: bigint }> {
  const { accountId, kind, amount, taskId, applicationId, note } = entry;
  const moved = await tx.account.updateManyAndReturn({
    where: { id: accountId, available: amount < 0n ? { gte: -amount } : { lte: largestBalance - amount } },
    data: { available: { increment: amount } },
    select: { available: true },
  });
  const account = moved[0];
  if (!account) {
    const known = await tx.account.findUnique({ where: { id: accountId }, select: { id: true } });
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      !known
        ? `There is no account ${accountId}.`
        : amount < 0n
          ? `Account ${accountId} does not have that much.`
          : `Account ${accountId} would have more than $9,000,000,000.`,
    );
  }
  await tx.ledgerEntry.create({
    data: {
      accountId,
      kind,
      available: amount,
      held: 0n,
      platform: -amount,
      taskId: taskId ?? null,
      applicationId: applicationId ?? null,
      note: note ?? null,
    },
  });
  return account;
}
