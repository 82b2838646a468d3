import { type Args, requireManager } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { type Page, type PageInput, readPage } from "../platform/page.ts";
import { lockAccount } from "./account-limits.ts";
import { requireKeyLimit } from "./create-key.ts";
import { hashKey, hintOf, newKey } from "./key.ts";
import { deleteEndedKeySql } from "./sql/delete-ended-key.sql.ts";
import { endAfterGraceSql } from "./sql/end-after-grace.sql.ts";
import { type ListKeysRow, listKeysSql } from "./sql/list-keys.sql.ts";
import { revokeKeysSql } from "./sql/revoke-keys.sql.ts";

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
