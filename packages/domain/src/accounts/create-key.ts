import { defaultKeyRights, type KeyRight, keyRightNames } from "@gatepost/contract/rights";
import type { Tx } from "@gatepost/db/connect";
import { type Args, type Context, requireManager } from "../platform/context.ts";
import { InvalidProperty } from "../platform/errors.ts";
import { readName } from "../platform/name.ts";
import { lockAccount, requireBelowLimit } from "./account-limits.ts";
import { hashKey, hintOf, newKey } from "./key.ts";
import { addressProblem } from "./key-cache.ts";
import { countUsableKeysSql } from "./sql/count-usable-keys.sql.ts";
import { deleteEndedKeysSql } from "./sql/delete-ended-keys.sql.ts";

export interface CreateKeyInput {
  accountId: number;
  name: string;
  /** It may read, but not change anything. */
  readOnly?: boolean;
  /** Left out: `defaultKeyRights`. */
  rights?: readonly KeyRight[];
  /** Addresses and CIDR ranges from which it may be used; empty: any. */
  addresses?: string[];
  expiresAt?: Date;
  /** A key that was generated elsewhere, such as the demo's. */
  key?: string;
}

/**
 * Creates a key of the account. The result is the only place with its plain text. ERROR_BAD_REQUEST if the account does
 * not exist or has reached its limit, or if an address or the rights are invalid.
 */
export async function createKey({ ctx, input }: Args<CreateKeyInput>): Promise<{ keyId: number; clientKey: string }> {
  requireManager(ctx, input.accountId);
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, input.accountId);
    await requireKeyLimit(ctx, tx, input.accountId);
    return insertKey(ctx, tx, input);
  });
}

/** createKey as part of a larger transaction, for an account that exists. */
export async function insertKey(ctx: Context, tx: Tx, input: CreateKeyInput) {
  const name = readName("name", input.name);
  for (const entry of input.addresses ?? []) {
    const problem = addressProblem(entry);
    if (problem) throw new InvalidProperty("addresses", problem);
  }
  const clientKey = input.key ?? newKey(ctx.settings.cell);
  const { id } = await tx.apiKey.create({
    data: {
      accountId: input.accountId,
      name,
      hash: new Uint8Array(hashKey(clientKey)),
      hint: hintOf(clientKey),
      readOnly: input.readOnly ?? false,
      rights: readRights(input),
      addresses: input.addresses ?? [],
      expiresAt: input.expiresAt ?? null,
    },
    select: { id: true },
  });
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
export async function requireKeyLimit(ctx: Context, tx: Pick<Tx, "run">, accountId: number): Promise<void> {
  const [usable] = await tx.run(countUsableKeysSql, { accountId });
  requireBelowLimit(ctx, "keys", { there: usable?.n ?? 0 });
  await tx.run(deleteEndedKeysSql, { accountId, kept: ctx.settings.accountLimits.endedKeys });
}
