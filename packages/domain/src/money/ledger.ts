import { LedgerKind } from "@gatepost/db/enums";
import { type Args, type Context, requireAccount, requireManager } from "../platform/context.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { addDays } from "../statistics/days.ts";
import { ownedReport } from "../statistics/get-app-stats.ts";
import type { RangeInput } from "../statistics/range.ts";
import { quarter } from "../statistics/read-counts.ts";
import { listTasksSql } from "../tasks/sql/list-tasks.sql.ts";
import { ledgerBalancesSql } from "./sql/ledger-balances.sql.ts";
import { ledgerSpanSql } from "./sql/ledger-span.sql.ts";

export const ledgerKinds = Object.values(LedgerKind);

interface ListLedgerInput extends PageInput {
  accountId: number;
  kind?: LedgerKind | undefined;
  /** The first and the last day, in UTC. */
  from?: string | undefined;
  to?: string | undefined;
}

export type ListedEntry = Awaited<ReturnType<typeof listLedger>>["items"][number];

/**
 * The ledger entries of an account, the latest first, in millionths of a dollar: the change of both parts of the account, and what
 * it could spend afterwards (`balance`).
 */
export async function listLedger({ ctx, input }: Args<ListLedgerInput>) {
  requireManager(ctx, input.accountId);
  const { accountId, kind, from, to } = input;
  const at = { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(addDays(to, 1)) }) };
  const read = async ({ take, after }: { take: number; after: number | null }) => {
    const entries = await ctx.db.prisma.ledgerEntry.findMany({
      where: { ...(await atTime(ctx, accountId, at, after)), ...(kind && { kind }) },
      orderBy: { id: "desc" },
      take,
    });
    const entryIds = entries.map(({ id }) => id);
    const rows = entryIds.length === 0 ? [] : await ctx.db.run(ledgerBalancesSql, { accountId, entryIds });
    const balances = new Map(rows.map(({ id, balance }) => [id, Number(balance)]));
    return entries.map(({ id, kind, available, held, taskId, applicationId, note, at }) => ({
      entryId: Number(id),
      kind,
      available: Number(available),
      held: Number(held),
      balance: balances.get(Number(id)) ?? 0,
      taskId: taskId === null ? null : Number(taskId),
      softId: applicationId,
      note,
      at,
    }));
  };
  return readPage(input, "entryId", (window) => inAccountTurn(ctx, accountId, () => read(window)));
}

/** The condition for an account's entries of a time, before one of them. It limits ids too; otherwise all newer or older ones would be read. */
async function atTime({ db }: Context, accountId: number, at: { gte?: Date; lt?: Date }, before: number | null) {
  const { gte = null, lt = null } = at;
  const [span] = gte || lt ? await db.run(ledgerSpanSql, { accountId, begin: gte, end: lt }) : [];
  const id = {
    gt: span?.after ?? 0,
    ...(span?.through != null && { lte: span.through }),
    ...(before !== null && { lt: before }),
  };
  return { accountId, at, id };
}

/** An instant moved to the next quarter of an hour, because that is how finely reports count. */
const toQuarter = (seconds: number) => new Date(Math.ceil(seconds / quarter) * quarter * 1_000);

/**
 * What an application earned in a range of days, in millionths of a dollar, the latest first: the entries of its owner's ledger that
 * a report counts there. `task`: null for another account's, and once it was deleted. For the owner; throws as getAppStats does.
 */
export async function listCommissions({ ctx, input }: Args<PageInput & RangeInput & { softId: number }>) {
  const { accountId } = requireAccount(ctx, "stats");
  const { range } = await ownedReport(ctx, input);
  const [first, last] = [range.days[0], range.days.at(-1)];
  const at = { gte: toQuarter(first?.begin ?? 0), lt: toQuarter(last?.end ?? 0) };
  return readPage(input, "entryId", async ({ take, after }) => {
    const entries = await ctx.db.prisma.ledgerEntry.findMany({
      where: {
        ...(await atTime(ctx, accountId, at, after)),
        applicationId: input.softId,
        kind: "commission",
      },
      orderBy: { id: "desc" },
      take,
    });
    const ids = entries.flatMap(({ taskId }) => taskId ?? []);
    const tasks = ids.length > 0 ? await ctx.db.run(listTasksSql, { ids }) : [];
    const own = new Map(tasks.filter((task) => task.accountId === accountId).map((task) => [task.taskId, task]));
    return entries.map(({ id, at, available, taskId }) => {
      const task = own.get(Number(taskId));
      return {
        entryId: Number(id),
        at,
        amount: Number(available),
        task: task ? { taskId: task.taskId, templateName: task.templateName } : null,
      };
    });
  });
}

/** What the account can spend, in millionths of a dollar: its balance without holds. */
export async function getBalance({ ctx }: { ctx: Context }): Promise<number> {
  const { accountId } = requireAccount(ctx, null);
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId }, select: { available: true } });
  return Number(account?.available ?? 0n);
}
