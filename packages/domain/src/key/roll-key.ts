import { lockAccount } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireManager } from "../permission.ts";
import { endAfterGraceSql } from "./end-after-grace.sql.ts";
import { hashKey, hintOf, newKey } from "./key.ts";
import { requireKeyLimit } from "./require-key-limit.ts";

interface RollKeyInput {
  accountId: number;
  keyId: number;
  /** How long the old key still works, so that programs can be switched over. */
  graceSeconds: number;
}

interface RolledKey {
  keyId: number;
  clientKey: string;
  /** Until when the old key works: the end of the grace period, or its own expiry if that is earlier. */
  oldKeyEndsAt: Date;
}

/**
 * Creates a key with the old one's name, rights and expiry, and ends the old one after the grace period.
 * ERROR_BAD_REQUEST if the account has no such key, if it has ended, or if there would be too many working keys.
 */
export async function rollKey({ ctx, input }: Args<RollKeyInput>): Promise<RolledKey> {
  requireManager(ctx, input.accountId);
  const { accountId, keyId, graceSeconds } = input;
  if (!(graceSeconds >= 0)) throw new DomainError("ERROR_BAD_REQUEST", "The grace must be zero seconds or more.");
  const clientKey = newKey(ctx.settings.cell);
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [ended] = await tx.run(endAfterGraceSql, { accountId, keyId, graceSeconds });
    if (!ended)
      throw new DomainError(
        "ERROR_BAD_REQUEST",
        `The account has no key ${keyId} that can be rolled: it does not exist, has ended, or has been rolled already.`,
      );
    const { endsAt: oldKeyEndsAt, ...old } = ended;
    await requireKeyLimit(ctx, tx, accountId);
    const { id } = await tx.apiKey.create({
      data: {
        accountId,
        ...old,
        hash: new Uint8Array(hashKey(clientKey)),
        hint: hintOf(clientKey),
      },
      select: { id: true },
    });
    return { keyId: id, clientKey, oldKeyEndsAt };
  });
}
