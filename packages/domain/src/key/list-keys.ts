import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireManager } from "../permission.ts";
import { type ListKeysRow, listKeysSql } from "./list-keys.sql.ts";

/** `revokedAt` is in the future for a rolled key within its grace period. `lastUsedAt` is to the minute. `savedVersions`: template versions saved by it. */
export type ListedKey = ListKeysRow;

/** The keys of an account: working keys first, then ended ones, each latest first. */
export async function listKeys({ ctx, input }: Args<PageInput & { accountId: number }>): Promise<Page<ListedKey>> {
  requireManager(ctx, input.accountId);
  const { accountId } = input;
  return readPage(
    input,
    (window) => ctx.db.run(listKeysSql, { accountId, ...window }),
    ({ keyId }) => keyId,
  );
}
