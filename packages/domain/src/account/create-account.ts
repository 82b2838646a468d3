import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";

export interface CreateAccountInput {
  email: string;
  /** Millionths of a dollar. */
  balance: bigint;
  bid?: bigint;
}

/** Makes an account with its first balance as a top-up entry. An address that is taken is ERROR_BAD_REQUEST. */
export async function createAccount({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateAccountInput;
}): Promise<{ accountId: number }> {
  requireSystem(ctx);
  const email = input.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new DomainError("ERROR_BAD_REQUEST", "email must be an address such as ada@example.com.");
  if (input.balance < 0n) throw new DomainError("ERROR_BAD_REQUEST", "balance must not be below zero.");
  if (input.bid !== undefined && input.bid <= 0n) throw new DomainError("ERROR_BAD_REQUEST", "bid must be above zero.");

  return ctx.db.prisma.$transaction(async (tx) => {
    const taken = await tx.account.findUnique({ where: { email }, select: { id: true } });
    if (taken) throw new DomainError("ERROR_BAD_REQUEST", `An account with the address ${email} exists already.`);
    const { id } = await tx.account.create({
      data: {
        email,
        available: input.balance,
        ...(input.bid !== undefined && { bid: input.bid }),
        ...(input.balance > 0n && {
          ledger: { create: { kind: "top_up", available: input.balance, held: 0n, house: -input.balance } },
        }),
      },
      select: { id: true },
    });
    return { accountId: id };
  });
}
