import type { Context } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireManager } from "../permission.ts";
import { type ListKeysRow, listKeysSql } from "./list-keys.sql.ts";

/** `revokedAt` in the future is that of a rolled key within its grace. `lastUsedAt` is to the minute. */
export type ListedKey = ListKeysRow;

/** The keys of an account: those that work first, then those that have ended, the latest first in both. */
export async function listKeys({
  ctx,
  input,
}: {
  ctx: Context;
  input: PageInput & { accountId: number };
}): Promise<Page<ListedKey>> {
  requireManager(ctx, input.accountId);
  const { accountId } = input;
  return readPage(
    input,
    (window) => ctx.db.run(listKeysSql, { accountId, ...window }),
    ({ keyId }) => keyId,
  );
}
