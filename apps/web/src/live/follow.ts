import { setTimeout as sleep } from "node:timers/promises";
import { signedInMark } from "@gatepost/domain/people/people";
import type { PersonContext } from "@gatepost/domain/platform/context";
import { getTask, getTimeline } from "@gatepost/domain/tasks/get-task";
import { type ListOwnTasksInput, listOwnTasks } from "@gatepost/domain/tasks/list-tasks";
import { TRPCError } from "@trpc/server";
import type { LiveFeeds } from "./live-feeds.ts";
import type { Watch } from "./watch.ts";

interface Follower {
  live: LiveFeeds;
  accountId: number;
  /** The session that opened the stream; null: nobody is signed in. */
  sessionId: string | null;
}

/**
 * For subscriptions: yields when the thing is to be read for the first time, and after each change. Ends when the client
 * disconnects (`signal`). Throws when the user is signed out, and when this process stops: the client then connects again.
 * ERROR_TOO_MANY_REQUESTS if the account has too many streams.
 */
async function* follow<Key>(
  { live, accountId, sessionId }: Follower,
  watch: Watch<Key>,
  key: Key,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  if (sessionId === null) throw new TRPCError(notSignedIn);
  using _ = live.streamLimit.open(accountId);
  const [signedOut, over] = [new AbortController(), new AbortController()];
  void abortAtSignOut(live, sessionId, { signedOut, over: over.signal });
  try {
    yield* watch.changes(key, AbortSignal.any([live.stopping, signedOut.signal, ...(signal ? [signal] : [])]));
  } finally {
    over.abort();
  }
  if (signedOut.signal.aborted) throw new TRPCError(notSignedIn);
  if (live.stopping.aborted) throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message: "This process is stopping." });
}

/** The page of a session that has ended stays as it is, with what was typed into it. */
export const notSignedIn = {
  code: "UNAUTHORIZED",
  message: "You are signed out. Sign in again in another tab, then try again here.",
} as const;

async function abortAtSignOut(
  live: LiveFeeds,
  sessionId: string,
  { signedOut, over }: { signedOut: AbortController; over: AbortSignal },
): Promise<void> {
  for await (const mark of live.sessions.changes(sessionId, over, signedInMark)) if (mark === null) signedOut.abort();
}

/** Steps that are sent again, because their end, note or picture may be new. */
const sentAgain = 20;
/** Steps that are sent at once. Of a longer timeline, the next ones follow at the next change. */
const pageSize = 100;

/**
 * The task now, and whenever it changes, until it has ended. First all steps; later the new ones and the latest before them, which
 * replace those of the same id. ERROR_NO_SUCH_CAPCHA_ID if the account has no such task.
 */
export async function* followTask(
  ctx: Follower & { verb: PersonContext },
  taskId: number,
  signal: AbortSignal | undefined,
) {
  let latest: number[] = [];
  for await (const _ of follow(ctx, ctx.live.tasks, taskId, signal)) {
    const task = await getTask({ ctx: ctx.verb, input: { taskId } });
    let next = latest.at(-sentAgain - 1) ?? null;
    do {
      const input = { taskId, limit: pageSize, after: next ?? undefined };
      const { items, next: further } = await getTimeline({ ctx: ctx.verb, input });
      const ids = items.map(({ stepId }) => stepId);
      latest = [...latest.filter((id) => !ids.includes(id)), ...ids].slice(-sentAgain - 1);
      yield { task, steps: items };
      next = further;
    } while (next !== null);
    if (task.endedAt) return;
  }
}

/** Milliseconds between two pages of one stream: a filter may search thousands of tasks, and some accounts create many. */
const rest = { unfiltered: 500, filtered: 2_000 };

/** The page of tasks that match, now and whenever a task of the account is created, goes on or ends. */
export async function* followList(
  ctx: Follower & { verb: PersonContext },
  { limit, ...filter }: ListOwnTasksInput,
  signal: AbortSignal | undefined,
) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  for await (const _ of follow(ctx, ctx.live.lists, ctx.accountId, signal)) {
    yield await listOwnTasks({ ctx: ctx.verb, input: { limit, ...filter } });
    await sleep(isFiltered ? rest.filtered : rest.unfiltered, undefined, { signal }).catch(() => {});
  }
}

/** What `read` returns about the account's waits, now and whenever a wait opens, is extended, is answered, is about to end or ends. */
export async function* followWaits<Facts>(
  ctx: Follower & { verb: PersonContext },
  read: (asked: { ctx: PersonContext }) => Promise<Facts>,
  signal: AbortSignal | undefined,
) {
  for await (const _ of follow(ctx, ctx.live.waits, ctx.accountId, signal)) yield read({ ctx: ctx.verb });
}
