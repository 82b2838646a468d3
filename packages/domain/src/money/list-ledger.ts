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

export interface ListLedgerInput {
  accountId: number;
  kind?: ListedEntry["kind"] | undefined;
  /** Older than this entry. */
  before?: number | undefined;
  limit: number;
}

/** The latest movements of an account's money, the latest first. */
export async function listLedger({ ctx, input }: { ctx: Context; input: ListLedgerInput }): Promise<ListedEntry[]> {
  requireManager(ctx, input.accountId);
  const { accountId, kind, before, limit } = input;
  const entries = await ctx.db.prisma.ledgerEntry.findMany({
    where: { accountId, ...(kind && { kind }), ...(before && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit,
  });
  return entries.map(({ id, kind, available, held, taskId, applicationId, note, at }) => ({
    ...{ entryId: Number(id), kind, available: Number(available), held: Number(held) },
    ...{ taskId: taskId === null ? null : Number(taskId), softId: applicationId, note, at },
  }));
}
