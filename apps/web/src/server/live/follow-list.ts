import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@gatepost/domain/page";
import type { SessionContext } from "@gatepost/domain/permission";
import { type ListedTask, type ListOwnTasksInput, listOwnTasks } from "@gatepost/domain/task/list-tasks";
import { type Follower, follow } from "./follow.ts";

/** Milliseconds between two pages of one stream: a filter may search thousands of tasks, and some accounts create many. */
const rest = { unfiltered: 500, filtered: 2_000 };

/** The page of tasks that match, now and whenever a task of the account is created, goes on or ends. */
export async function* followList(
  ctx: Follower & { verb: SessionContext },
  { limit, ...filter }: ListOwnTasksInput,
  signal: AbortSignal | undefined,
): AsyncGenerator<Page<ListedTask>, void, undefined> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  for await (const _ of follow(ctx, ctx.live.lists, ctx.accountId, signal)) {
    yield await listOwnTasks({ ctx: ctx.verb, input: { limit, ...filter } });
    await sleep(isFiltered ? rest.filtered : rest.unfiltered, undefined, { signal }).catch(() => {});
  }
}
