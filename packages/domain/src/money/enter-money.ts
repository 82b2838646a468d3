import type { Prisma, Tx } from "@gatepost/db/connect";
import { largestBalance } from "../accounts/accounts.ts";
import { lockAccountSql } from "../accounts/sql/lock-account.sql.ts";
import { type Args, requireSystem } from "../platform/context.ts";
import { DomainError, invalidProperty, readProperties } from "../platform/errors.ts";
import { readName, readOptionalName } from "../platform/name.ts";
import { findCapturedPriceSql } from "./sql/find-captured-price.sql.ts";

type Entry = Pick<Prisma.LedgerEntryUncheckedCreateInput, "accountId" | "kind" | "taskId" | "note"> & {
  /** What the account gains, in millionths of a dollar; negative if it loses. The platform has the other side. */
  amount: bigint;
};

/**
 * Writes one entry between the platform and an account, and updates the balance. ERROR_BAD_REQUEST if the account does
 * not exist, or its balance would fall below zero or exceed the limit.
 */
async function enterMoney(tx: Tx, { amount, ...entry }: Entry): Promise<{ available: bigint }> {
  const { accountId } = entry;
  const moved = await tx.account.updateManyAndReturn({
    where: { id: accountId, available: amount < 0n ? { gte: -amount } : { lte: largestBalance - amount } },
    data: { available: { increment: amount } },
    select: { available: true },
  });
  const account = moved[0];
  if (!account) {
    const existing = await tx.account.findUnique({ where: { id: accountId }, select: { id: true } });
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      !existing
        ? `There is no account ${accountId}.`
        : amount < 0n
          ? `Account ${accountId} does not have that much.`
          : `Account ${accountId} would have more than $8,000,000,000.`,
    );
  }
  await tx.ledgerEntry.create({ data: { ...entry, available: amount, held: 0n, platform: -amount } });
  return account;
}

interface CorrectBalanceInput {
  accountId: number;
  /** Millionths of a dollar, positive or negative. */
  amount: bigint;
  /** The reason, which stays in the ledger. */
  note: string;
}

/** Corrects a balance by a new entry, because existing entries are never changed. */
export async function correctBalance({ ctx, input }: Args<CorrectBalanceInput>): Promise<{ available: bigint }> {
  requireSystem(ctx);
  const { note } = readProperties({
    amount: () => {
      if (input.amount === 0n) throw invalidProperty("amount", "must not be zero.");
    },
    note: () => readName("reason", input.note, 500),
  });
  return ctx.db.transaction((tx) => enterMoney(tx, { ...input, note, kind: "correction" }));
}

/** Adds millionths of a dollar, above zero, to an account, as a ledger entry. Returns what can now be spent. */
export async function topUp({ ctx, input }: Args<{ accountId: number; amount: bigint; note?: string }>) {
  requireSystem(ctx);
  const { accountId, amount } = input;
  const { note } = readProperties({
    amount: () => {
      if (amount <= 0n) throw invalidProperty("amount", "must be above zero.");
    },
    note: () => readOptionalName("note", input.note, 500) ?? null,
  });
  return ctx.db.transaction((tx) => enterMoney(tx, { accountId, kind: "top_up", amount, note }));
}

/**
 * Refunds the captured price of a ready task, once. The platform pays it: the application's owner keeps the commission,
 * and charts stay as they were. ERROR_BAD_REQUEST if nothing was captured, or it was refunded before.
 */
export async function refundTask({ ctx, input }: Args<{ taskId: number; note?: string }>) {
  requireSystem(ctx);
  const { taskId } = input;
  const note = readOptionalName("note", input.note, 500) ?? null;
  return ctx.db.transaction(async (tx) => {
    const [captured] = await tx.run(findCapturedPriceSql, { taskId });
    if (!captured) throw new DomainError("ERROR_BAD_REQUEST", `Task ${taskId} has no captured price to refund.`);
    const { accountId, amount } = captured;
    // Under the account's lock, so that of two refunds at once the second one sees the first.
    await tx.run(lockAccountSql, { accountId });
    const [current] = await tx.run(findCapturedPriceSql, { taskId });
    if (current?.isRefunded) throw new DomainError("ERROR_BAD_REQUEST", `Task ${taskId} was refunded before.`);
    await enterMoney(tx, { accountId, kind: "refund", amount, taskId, note });
    return { accountId, amount };
  });
}
