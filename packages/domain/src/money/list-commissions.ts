import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
import { requireAccount } from "../permission.ts";
import { ownedReport } from "../stats/get-app-stats.ts";
import type { RangeInput } from "../stats/range.ts";
import { listTasksSql } from "../task/list-tasks.sql.ts";

export interface ListedCommission {
  entryId: number;
  at: Date;
  /** In millionths of a dollar. */
  amount: number;
  /** Of a task of the owner's own account: its id and template. Null for another account's, and once it was deleted. */
  task: { taskId: number; templateName: string } | null;
}

const quarterMs = 900_000;

/** An instant moved to the next quarter of an hour, because that is how finely reports count. */
const toQuarter = (seconds: number) => new Date(Math.ceil((seconds * 1_000) / quarterMs) * quarterMs);

/**
 * What an application earned in a range of days, the latest first: the entries of its owner's ledger that a report
 * counts there. For the owner; throws as getAppStats does.
 */
export async function listCommissions({
  ctx,
  input,
}: Args<PageInput & RangeInput & { softId: number }>): Promise<Page<ListedCommission>> {
  const { accountId } = requireAccount(ctx, "stats").actor;
  const { range } = await ownedReport(ctx, input);
  const [first, last] = [range.days[0], range.days.at(-1)];
  const at = { gte: toQuarter(first?.begin ?? 0), lt: toQuarter(last?.end ?? 0) };
  const read = async ({ take, after }: Window) => {
    const entries = await ctx.db.prisma.ledgerEntry.findMany({
      where: {
        ...{ accountId, applicationId: input.softId, kind: "commission", at },
        ...(after !== null && { id: { lt: after } }),
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
        ...{ entryId: Number(id), at, amount: Number(available) },
        task: task ? { taskId: task.taskId, templateName: task.templateName } : null,
      };
    });
  };
  return readPage(input, read, ({ entryId }) => entryId);
}
