import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { requireSystem } from "../permission.ts";
import { enterMoney } from "./enter-money.ts";

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
  if (input.amount === 0n) throw new DomainError("ERROR_BAD_REQUEST", "amount must not be zero.");
  const note = readName("reason", input.note, 500);
  return ctx.db.transaction((tx) => enterMoney(tx, { ...input, note, kind: "correction" }));
}
