import { type Args, type Context, requireAccount, requireManager } from "../platform/context.ts";
import { readClock } from "../platform/health.ts";
import { type Page, type PageInput, readLimit } from "../platform/page.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { type RangeInput, rangeOf } from "../statistics/range.ts";
import { type Span, whole } from "../statistics/read-counts.ts";
import { findTasksOfAccountSql } from "./sql/find-tasks-of-account.sql.ts";
import { findTasksOfAllSql } from "./sql/find-tasks-of-all.sql.ts";
import { type ListTasksRow, listTasksSql } from "./sql/list-tasks.sql.ts";
import type { TaskState } from "./states.ts";

/** `waitingFor`: the variables that are awaited right now. `price` is in millionths of a dollar. */
export type ListedTask = Omit<ListTasksRow, "price"> & { price: number };

interface ListTasksInput extends PageInput {
  accountId?: number | undefined;
  state?: TaskState | null | undefined;
  /** Failed with this error. */
  errorCode?: string | null | undefined;
  /** Counted for this application; 0: for any. */
  softId?: number | null | undefined;
}

/**
 * Days, if `from` or `to` is given: tasks that ended on them, as reports count them. `templateName`: of one of the account's
 * templates, or of a built-in one. `search`: a part of the address, the error or the template's name, or the id of a task.
 */
export type ListOwnTasksInput = Omit<ListTasksInput, "accountId"> &
  Pick<RangeInput, "from" | "to" | "timezone"> & {
    templateName?: string | null | undefined;
    search?: string | undefined;
  };

/** Tasks that are searched for one page of matching ones: ids have no order of time, so that days of long ago need more. */
const maxScanned = { any: 10_000, ofDays: 100_000 };

/** The latest tasks, of one account or of all. If few match, a page may not be full, with `next` to continue the search. */
export async function listTasks({ ctx, input }: Args<ListTasksInput>): Promise<Page<ListedTask>> {
  requireManager(ctx, input.accountId);
  return findTasks(ctx, input);
}

/** The latest tasks of the calling account, also by a key. */
export async function listOwnTasks({ ctx, input }: Args<ListOwnTasksInput>): Promise<Page<ListedTask>> {
  const { accountId } = requireAccount(ctx, "tasks");
  const { from, to, timezone, ...filter } = input;
  const now = from && !to ? await readClock(ctx) : new Date();
  // A time zone is checked in any case.
  const bounds = whole(rangeOf({ from, to, timezone }, now).days);
  const days = from || to ? bounds : undefined;
  const search = input.search?.trim();
  // A number is first looked for as an id, however old the task is.
  const taskId = /^[0-9]{1,15}$/.test(search ?? "") ? Number(search) : null;
  if (taskId !== null && (await ctx.db.prisma.task.count({ where: { id: taskId, accountId } })) > 0)
    return { items: await listed(ctx, [taskId]), next: null };
  const found = () => findTasks(ctx, { ...filter, search, accountId, days });
  return isFiltered({ ...filter, search }) || days ? inAccountTurn(ctx, accountId, found) : found();
}

const isFiltered = ({ state, errorCode, softId, templateName, search }: ListOwnTasksInput): boolean =>
  Boolean(state || errorCode || softId || templateName || search);

async function findTasks(
  ctx: Context,
  input: ListTasksInput & Pick<ListOwnTasksInput, "templateName" | "search"> & { days?: Span | undefined },
): Promise<Page<ListedTask>> {
  const { accountId, state = null, errorCode = null, after, days } = input;
  const templateName = input.templateName?.normalize("NFC") ?? null;
  const search = input.search || null;
  const limit = readLimit(input.limit);
  const take = limit + 1;
  const scanned = days ? maxScanned.ofDays : isFiltered(input) ? maxScanned.any : take;
  const before = after ?? Number.MAX_SAFE_INTEGER;
  const asked = { before, state, errorCode, softId: input.softId || null, take, scanned };
  const [found] =
    accountId === undefined
      ? await ctx.db.run(findTasksOfAllSql, asked)
      : await ctx.db.run(findTasksOfAccountSql, {
          ...asked,
          accountId,
          templateName,
          search,
          endedFrom: days ? new Date(days.begin * 1_000) : null,
          endedBefore: days ? new Date(days.end * 1_000) : null,
        });
  const { ids = [], seen = 0, last = null } = found ?? {};
  const shown = ids.slice(0, limit);
  const goesOn = ids.length > limit ? shown.at(-1) : seen === scanned ? last : null;
  return { items: await listed(ctx, shown), next: goesOn ?? null };
}

async function listed({ db }: Context, ids: number[]): Promise<ListedTask[]> {
  const tasks = ids.length > 0 ? await db.run(listTasksSql, { ids }) : [];
  return tasks.map((task) => ({ ...task, price: Number(task.price) }));
}
