import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { readListMarksSql } from "./read-list-marks.sql.ts";
import { readWaitMarksSql } from "./read-wait-marks.sql.ts";

interface Accounts {
  ctx: Context;
  input: { accountIds: readonly number[] };
}

/** By account, a text that changes with what its tasks wait for; nothing for an account without waiting tasks. */
export async function readWaitMarks({ ctx, input: { accountIds } }: Accounts): Promise<Map<number, string>> {
  requireSystem(ctx);
  const rows = await ctx.db.run(readWaitMarksSql, { accountIds: [...accountIds] });
  return new Map(rows.map(({ accountId, mark }) => [accountId, mark]));
}

/** By account, a text that changes when a task is created, begins, waits, continues or ends. */
export async function readListMarks({ ctx, input: { accountIds } }: Accounts): Promise<Map<number, string>> {
  requireSystem(ctx);
  const rows = await ctx.db.run(readListMarksSql, { accountIds: [...accountIds] });
  return new Map(rows.map(({ accountId, mark }) => [accountId, mark]));
}
