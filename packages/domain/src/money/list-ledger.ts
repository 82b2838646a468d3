import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";

export interface ListedEntry {
  entryId: number;
  kind: "top_up" | "hold" | "capture" | "release" | "commission" | "refund" | "correction";
  /** What it did to the two sides of the account, in millionths of a dollar. */
  available: number;
  held: number;
  taskId: number | null;
  softId: number | null;
  note: string | null;
  at: Date;
}

/** Backwards along the account's index. */
const statement = {
  name: "list_ledger",
  text: `
    select id as "entryId", kind, available, held, task_id as "taskId", application_id as "softId", note, at
      from ledger_entry
     where account_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or kind::text = $3)
     order by id desc limit $4`,
};

/** The latest movements of an account's money, before an entry where one is given. */
export async function listLedger({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId: number; before?: number | undefined; kind?: string | undefined; limit: number };
}): Promise<ListedEntry[]> {
  requireManager(ctx, input.accountId);
  return ctx.db.sql<ListedEntry>(statement, [input.accountId, input.before ?? null, input.kind ?? null, input.limit]);
}
