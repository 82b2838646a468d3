import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readOptionalName } from "../name.ts";
import { requireSystem } from "../permission.ts";
import { enterMoney } from "./enter-money.ts";

interface TopUpInput {
  accountId: number;
  /** Millionths of a dollar, above zero. */
  amount: bigint;
  note?: string;
}

/** Adds money to an account, as a ledger entry. Returns what can now be spent. */
export async function topUp({ ctx, input }: Args<TopUpInput>): Promise<{ available: bigint }> {
  requireSystem(ctx);
  const { accountId, amount } = input;
  if (amount <= 0n) throw new DomainError("ERROR_BAD_REQUEST", "amount must be above zero.");
  const note = readOptionalName("note", input.note, 500);
  return ctx.db.transaction((tx) => enterMoney(tx, { accountId, kind: "top_up", amount, note }));
}
