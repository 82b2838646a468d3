import { isEmail, normalEmail } from "@gatepost/contract/email";
import { keyRightNames } from "@gatepost/contract/rights";
import type { Tx } from "@gatepost/db/connect";
import { type Args, requireSystem } from "../platform/context.ts";
import { DomainError, invalidProperty, readProperties } from "../platform/errors.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { insertKey } from "./keys.ts";

/**
 * The largest balance of an account, in millionths of a dollar, so that every amount stays exact where numbers are floats (JSON, browsers,
 * callers): as dollars below 2^33, from where on a float does not distinguish millionths, with a margin for what it earns meanwhile.
 */
export const largestBalance = 8_000_000_000_000_000n;

/** The largest bid for a task: its price times a commission in millionths still fits a PostgreSQL bigint. */
const largestBid = 1_000_000_000_000n;

function requireBid(bid: bigint | undefined): void {
  if (bid === undefined) return;
  if (bid <= 0n) throw invalidProperty("bid", "must be above zero.");
  if (bid > largestBid) throw invalidProperty("bid", "must be at most $1,000,000.");
}

function requireBalance(balance: bigint): void {
  if (balance < 0n) throw invalidProperty("balance", "must not be below zero.");
  if (balance > largestBalance) throw invalidProperty("balance", "must be at most $8,000,000,000.");
}

interface CreateAccountInput {
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

/** createAccount as part of a larger transaction. */
export async function insertAccount(tx: Tx, input: CreateAccountInput): Promise<{ accountId: number }> {
  const { balance, bid } = input;
  const { email } = readProperties({
    email: () => readEmail(input.email),
    balance: () => requireBalance(balance),
    bid: () => requireBid(bid),
  });

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

/** Creates an account that can be used at once: with its balance and its first key, which has all rights; all or nothing. */
export async function openAccount({ ctx, input }: Args<CreateAccountInput & { keyName: string }>) {
  requireSystem(ctx);
  return ctx.db.transaction(async (tx) => {
    const { accountId } = await insertAccount(tx, input);
    return { accountId, ...(await insertKey(ctx, tx, { accountId, name: input.keyName, rights: keyRightNames })) };
  });
}

/** The email address of a new user, account or invitation as it is stored. ERROR_BAD_REQUEST if it is invalid. */
export function readEmail(typed: string): string {
  const email = normalEmail(typed);
  if (!isEmail(email)) throw invalidProperty("email", "must be an address such as ada@example.com.");
  return email;
}

interface SetAccountInput {
  accountId: number;
  /** Millionths of a dollar, above zero. Applies to future tasks. */
  bid?: bigint;
  /** A suspended account's keys are refused from their next call on. Its running tasks continue. */
  suspended?: boolean;
}

/** Changes an account's bid or suspends it. ERROR_BAD_REQUEST if there is no such account. */
export async function setAccount({ ctx, input }: Args<SetAccountInput>): Promise<void> {
  requireSystem(ctx);
  const { accountId, bid, suspended } = input;
  requireBid(bid);
  const { count } = await ctx.db.prisma.account.updateMany({
    where: { id: accountId },
    data: {
      ...(bid !== undefined && { bid }),
      ...(suspended !== undefined && { suspendedAt: suspended ? new Date() : null }),
    },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no account ${accountId}.`);
}

/** The accounts by id. */
export async function listAccounts({ ctx, input }: Args<PageInput>) {
  requireSystem(ctx);
  return readPage(input, "accountId", async ({ take, after }) => {
    const found = await ctx.db.prisma.account.findMany({
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
  });
}
