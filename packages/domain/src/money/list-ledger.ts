import { LedgerKind } from "@gatepost/db/enums";
import type { Context } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
import { requireManager } from "../permission.ts";

/** As in the schema. */
export const ledgerKinds = Object.values(LedgerKind);

export interface ListedEntry {
  entryId: number;
  kind: LedgerKind;
  /** The change of both parts of the account, in millionths of a dollar. */
  available: number;
  held: number;
  taskId: number | null;
  softId: number | null;
  note: string | null;
  at: Date;
}

export interface ListLedgerInput extends PageInput {
  accountId: number;
  kind?: LedgerKind | undefined;
}

/** The ledger entries of an account, the latest first. */
export async function listLedger({ ctx, input }: { ctx: Context; input: ListLedgerInput }): Promise<Page<ListedEntry>> {
  requireManager(ctx, input.accountId);
  const { accountId, kind } = input;
  const read = async ({ take, after }: Window) => {
    const entries = await ctx.db.prisma.ledgerEntry.findMany({
      where: { accountId, ...(kind && { kind }), ...(after !== null && { id: { lt: after } }) },
      orderBy: { id: "desc" },
      take,
    });
    return entries.map(({ id, kind, available, held, taskId, applicationId, note, at }) => ({
      ...{ entryId: Number(id), kind, available: Number(available), held: Number(held) },
      ...{ taskId: taskId === null ? null : Number(taskId), softId: applicationId, note, at },
    }));
  };
  return readPage(input, read, ({ entryId }) => entryId);
}
