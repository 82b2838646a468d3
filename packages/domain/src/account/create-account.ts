import type { Tx } from "@gatepost/db/connect";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { bidProblem, largestBalance } from "../money/limits.ts";
import { requireSystem } from "../permission.ts";
import { readEmail } from "../user/email.ts";

export interface CreateAccountInput {
  email: string;
  /** Millionths of a dollar. */
  balance: bigint;
  bid?: bigint;
}

/** Creates an account, with its first balance as a top-up entry. ERROR_BAD_REQUEST if the address is taken. */
export async function createAccount({ ctx, input }: Args<CreateAccountInput>): Promise<{ accountId: number }> {
  requireSystem(ctx);
  return ctx.db.transaction((tx) => insertAccount(tx, input));
}

/** The same as part of a larger transaction. */
export async function insertAccount(tx: Tx, input: CreateAccountInput): Promise<{ accountId: number }> {
  const { balance, bid } = input;
  const email = readEmail(input.email);
  if (balance < 0n) throw new DomainError("ERROR_BAD_REQUEST", "balance must not be below zero.");
  if (balance > largestBalance) throw new DomainError("ERROR_BAD_REQUEST", "balance must be at most $9,000,000,000.");
  const problem = bid !== undefined && bidProblem(bid);
  if (problem) throw new DomainError("ERROR_BAD_REQUEST", problem);

  // The unique index decides between two calls at once.
  const [made] = await tx.account.createManyAndReturn({
    data: [{ email, available: balance, ...(bid !== undefined && { bid }) }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) throw new DomainError("ERROR_BAD_REQUEST", `An account with the address ${email} exists already.`);
  if (balance > 0n)
    await tx.ledgerEntry.create({
      data: { accountId: made.id, kind: "top_up", available: balance, held: 0n, platform: -balance },
    });
  return { accountId: made.id };
}
