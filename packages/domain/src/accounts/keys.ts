import { defaultKeyRights, type KeyRight, keyRightNames } from "@gatepost/contract/rights";
import type { Prisma, Tx } from "@gatepost/db/connect";
import { type Args, type Context, requireManager } from "../platform/context.ts";
import { DomainError, InvalidProperty, readList, readProperties } from "../platform/errors.ts";
import { readName } from "../platform/name.ts";
import { type Page, type PageInput, readPage } from "../platform/page.ts";
import { changeAccount, requireBelowLimit } from "./account-limits.ts";
import { addressProblem } from "./authenticate.ts";
import { hashKey, hintOf, newKey } from "./key.ts";
import { countUsableKeysSql } from "./sql/count-usable-keys.sql.ts";
import { deleteEndedKeySql } from "./sql/delete-ended-key.sql.ts";
import { deleteEndedKeysSql } from "./sql/delete-ended-keys.sql.ts";
import { endAfterGraceSql } from "./sql/end-after-grace.sql.ts";
import { type ListKeysRow, listKeysSql } from "./sql/list-keys.sql.ts";
import { revokeKeysSql } from "./sql/revoke-keys.sql.ts";

export interface CreateKeyInput {
  accountId: number;
  name: string;
  /** It may read, but not change anything. */
  readOnly?: boolean;
  /** Left out: `defaultKeyRights`. */
  rights?: readonly KeyRight[] | undefined;
  /** Addresses and CIDR ranges from which it may be used; empty: any. */
  addresses?: string[];
  expiresAt?: Date | undefined;
  /** A key that was generated elsewhere, such as the demo's. */
  key?: string;
}

/**
 * Creates a key of the account. The result is the only place with its plain text. ERROR_BAD_REQUEST if the account does
 * not exist or has reached its limit, or if an address or the rights are invalid.
 */
export async function createKey({ ctx, input }: Args<CreateKeyInput>): Promise<{ keyId: number; clientKey: string }> {
  requireManager(ctx, input.accountId);
  return changeAccount(ctx, input.accountId, async (tx) => {
    await requireKeyLimit(ctx, tx, input.accountId);
    return insertKey(ctx, tx, input);
  });
}

/** createKey as part of a larger transaction, for an account that exists. */
export async function insertKey(ctx: Context, tx: Tx, input: CreateKeyInput) {
  const { accountId, readOnly = false, addresses = [], expiresAt = null, key = newKey(ctx.settings.cell) } = input;
  const { name, rights } = readProperties({
    name: () => readName("name", input.name),
    rights: () => readRights(input),
    addresses: () => readList(addresses, requireAddress),
  });
  return storeKey(tx, key, { accountId, name, readOnly, rights, addresses, expiresAt });
}

function requireAddress(text: string): void {
  const problem = addressProblem(text);
  if (problem) throw new InvalidProperty("addresses", problem);
}

async function storeKey(tx: Tx, clientKey: string, key: Omit<Prisma.ApiKeyUncheckedCreateInput, "hash" | "hint">) {
  const data = { ...key, hash: new Uint8Array(hashKey(clientKey)), hint: hintOf(clientKey) };
  const { id } = await tx.apiKey.create({ data, select: { id: true } });
  return { keyId: id, clientKey };
}

/** In the order of the table, each once. */
function readRights({ rights = defaultKeyRights, readOnly }: CreateKeyInput): KeyRight[] {
  const read = keyRightNames.filter((right) => rights.includes(right));
  if (read.length === 0 || rights.some((right) => !keyRightNames.includes(right)))
    throw new InvalidProperty(
      "rights",
      `rights must be one or more of ${keyRightNames.join(", ")}.`,
      "Choose at least one right.",
    );
  if (readOnly && read.includes("templates"))
    throw new InvalidProperty(
      "rights",
      "A read-only key cannot have the right templates, which only changes something. Any key may read templates.",
    );
  return read;
}

/**
 * Throws if the account may not have another working key. Of the ended keys, the latest are kept. The account must be
 * locked.
 */
async function requireKeyLimit(ctx: Context, tx: Pick<Tx, "run">, accountId: number): Promise<void> {
  const [usable] = await tx.run(countUsableKeysSql, { accountId });
  requireBelowLimit(ctx, "keys", usable?.n ?? 0);
  await tx.run(deleteEndedKeysSql, { accountId, kept: ctx.settings.accountLimits.endedKeys });
}

/**
 * `revokedAt` is in the future for a rolled key within its grace period. `lastUsedAt` is to the minute. `savedVersions`: template
 * versions saved by it.
 */
export type ListedKey = ListKeysRow;

/** The keys of an account: working keys first, then ended ones, each latest first. */
export async function listKeys({ ctx, input }: Args<PageInput & { accountId: number }>): Promise<Page<ListedKey>> {
  requireManager(ctx, input.accountId);
  const { accountId } = input;
  return readPage(input, "keyId", (window) => ctx.db.run(listKeysSql, { accountId, ...window }));
}

/**
 * Revokes a key. It is refused from its next call on, in every process, because every statement verifies its key.
 * Revoking it again changes nothing. ERROR_BAD_REQUEST if the account has no such key.
 */
export async function revokeKey({ ctx, input }: Args<{ accountId: number; keyId: number }>): Promise<void> {
  requireManager(ctx, input.accountId);
  const revoked = await ctx.db.run(revokeKeysSql, input);
  if (revoked.length === 0) throw new DomainError("ERROR_BAD_REQUEST", `The account has no key ${input.keyId}.`);
}

/** Deletes a key that was revoked or has expired. ERROR_BAD_REQUEST if the account has none that has ended. */
export async function deleteKey({ ctx, input }: Args<{ accountId: number; keyId: number }>): Promise<void> {
  const { accountId, keyId } = input;
  requireManager(ctx, accountId);
  const deleted = await ctx.db.run(deleteEndedKeySql, { accountId, keyId });
  if (deleted.length === 0)
    throw new DomainError("ERROR_BAD_REQUEST", `The account has no key ${keyId} that was revoked or has expired.`);
}

/**
 * Creates a key with the old one's name, rights and expiry, and ends the old one after the grace period, in which programs can be
 * switched over, or at its own expiry if that is earlier (`oldKeyEndsAt`).
 * ERROR_BAD_REQUEST if the account has no such key, if it has ended, or if there would be too many working keys.
 */
export async function rollKey({ ctx, input }: Args<{ accountId: number; keyId: number; graceSeconds: number }>) {
  requireManager(ctx, input.accountId);
  const { accountId, keyId, graceSeconds } = input;
  if (!(graceSeconds >= 0)) throw new DomainError("ERROR_BAD_REQUEST", "The grace must be zero seconds or more.");
  return changeAccount(ctx, accountId, async (tx) => {
    const [ended] = await tx.run(endAfterGraceSql, { accountId, keyId, graceSeconds });
    if (!ended)
      throw new DomainError(
        "ERROR_BAD_REQUEST",
        `The account has no key ${keyId} that can be rolled: it does not exist, has ended, or has been rolled already.`,
      );
    const { endsAt: oldKeyEndsAt, ...old } = ended;
    await requireKeyLimit(ctx, tx, accountId);
    return { ...(await storeKey(tx, newKey(ctx.settings.cell), { accountId, ...old })), oldKeyEndsAt };
  });
}
