import { LedgerKind } from "@gatepost/db/enums";
import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
import { requireManager } from "../permission.ts";
import { addDays } from "../stats/days.ts";
import { ledgerBalancesSql } from "./ledger-balances.sql.ts";

/** As in the schema. */
export const ledgerKinds = Object.values(LedgerKind);

export interface ListedEntry {
  entryId: number;
  kind: LedgerKind;
  /** The change of both parts of the account, in millionths of a dollar. */
  available: number;
  held: number;
  /** What the account could spend afterwards. */
  balance: number;
  taskId: number | null;
  softId: number | null;
  note: string | null;
  at: Date;
}

interface ListLedgerInput extends PageInput {
  accountId: number;
  kind?: LedgerKind | undefined;
  /** The first and the last day, in UTC. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The ledger entries of an account, the latest first. */
export async function listLedger({ ctx, input }: Args<ListLedgerInput>): Promise<Page<ListedEntry>> {
  requireManager(ctx, input.accountId);
  const { accountId, kind, from, to } = input;
  const at = { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(addDays(to, 1)) }) };
  const read = async ({ take, after }: Window) => {
    const entries = await ctx.db.prisma.ledgerEntry.findMany({
      where: { accountId, ...(kind && { kind }), at, ...(after !== null && { id: { lt: after } }) },
      orderBy: { id: "desc" },
      take,
    });
    const entryIds = entries.map(({ id }) => id);
    const rows = entryIds.length === 0 ? [] : await ctx.db.run(ledgerBalancesSql, { accountId, entryIds });
    const balances = new Map(rows.map(({ id, balance }) => [id, Number(balance)]));
    return entries.map(({ id, kind, available, held, taskId, applicationId, note, at }) => ({
      ...{ entryId: Number(id), kind, available: Number(available), held: Number(held) },
      balance: balances.get(Number(id)) ?? 0,
      ...{ taskId: taskId === null ? null : Number(taskId), softId: applicationId, note, at },
    }));
  };
  return readPage(input, read, ({ entryId }) => entryId);
}
