import type { Tx } from "@gatepost/db/connect";
import { lockAccount } from "../account/require-below-limit.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { requireManager } from "../permission.ts";
import { addressProblem } from "./address-list.ts";
import { hashKey, hintOf, newKey } from "./key.ts";
import { requireKeyLimit } from "./require-key-limit.ts";

export interface CreateKeyInput {
  accountId: number;
  name: string;
  readOnly?: boolean;
  /** Addresses and CIDR ranges that may use it; none: any. */
  addresses?: string[];
  expiresAt?: Date;
  /** A key made elsewhere, such as the demo's. */
  key?: string;
}

/**
 * Makes a key of the account. The plain text is in this answer and nowhere else. ERROR_BAD_REQUEST for an account that is
 * not there or has as many keys as it may, and for an address that is none.
 */
export async function createKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateKeyInput;
}): Promise<{ keyId: number; clientKey: string }> {
  requireManager(ctx, input.accountId);
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, input.accountId);
    await requireKeyLimit(ctx, tx, input.accountId);
    return insertKey(tx, input);
  });
}

/** The same as a part of a larger action, for an account that is there. */
export async function insertKey(tx: Tx, input: CreateKeyInput): Promise<{ keyId: number; clientKey: string }> {
  const name = readName("name", input.name);
  for (const entry of input.addresses ?? []) {
    const problem = addressProblem(entry);
    if (problem) throw new DomainError("ERROR_BAD_REQUEST", problem);
  }
  const clientKey = input.key ?? newKey();
  const { id } = await tx.apiKey.create({
    data: {
      accountId: input.accountId,
      name,
      hash: new Uint8Array(hashKey(clientKey)),
      hint: hintOf(clientKey),
      readOnly: input.readOnly ?? false,
      addresses: input.addresses ?? [],
      expiresAt: input.expiresAt ?? null,
    },
    select: { id: true },
  });
  return { keyId: id, clientKey };
}
