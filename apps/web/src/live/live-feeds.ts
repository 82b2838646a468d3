import { limits } from "@gatepost/contract/limits";
import { type LiveViewer, readViewers } from "@gatepost/domain/live/open-live";
import { readSessionMarks } from "@gatepost/domain/people/people";
import type { AppContext } from "@gatepost/domain/platform/context";
import { pollTasks, type WatchedTask } from "@gatepost/domain/tasks/get-task-result";
import { type ChangedTask, readListMarks, readTaskMarks, readWaitMarks } from "@gatepost/domain/tasks/task-marks";
import { accountLimit, openResultTurns } from "./account-limits.ts";
import { openWatch } from "./watch.ts";

/** Event streams that one account may have open in one process. */
const maxStreams = 20;

export type LiveFeeds = ReturnType<typeof openLiveFeeds>;

/**
 * What this process's event streams, held calls and calls for large results share: who watches what, how many there are, and when
 * they must end.
 */
export function openLiveFeeds(app: AppContext) {
  const ctx = { ...app, actor: { kind: "system" } } as const;
  const stopping = new AbortController();
  const watches = {
    /** What the page of a task shows, by the task's id. */
    tasks: openWatch({ pauseMs: 400, read: (ids: number[]) => readTaskMarks({ ctx, input: { ids } }) }),
    /** The tasks of an account that wait for a value, by the account's id. */
    waits: openWatch({ pauseMs: 400, read: (ids: number[]) => readWaitMarks({ ctx, input: { ids } }) }),
    /** Which tasks an account has and how they stand, by the account's id. */
    lists: openWatch({ pauseMs: 400, read: (ids: number[]) => readListMarks({ ctx, input: { ids } }) }),
    /**
     * What a held call waits for: the task's version, null once the key of the call can no longer be used. Each change is notified, so
     * that the pause is what a lost notification costs.
     */
    calls: openWatch({ pauseMs: 1_000, read: (watched: WatchedTask[]) => pollTasks({ ctx, input: { watched } }) }),
    /** Whether the sessions that opened streams still exist, by their ids: one query for all, because each costs as much as a call. */
    sessions: openWatch({
      pauseMs: 3_000,
      read: (sessionIds: string[]) => readSessionMarks({ ctx, input: { sessionIds } }),
    }),
    /**
     * Where the task of each live page is that somebody sees, null once they may not see it any more. A live page ends within a second of
     * a revocation, which is not notified.
     */
    viewers: openWatch({ pauseMs: 400, read: (viewers: LiveViewer[]) => readViewers({ ctx, input: { viewers } }) }),
  };
  return {
    ...watches,
    streamLimit: accountLimit(
      maxStreams,
      `Your account already has ${maxStreams} pages with live updates open. Close some of them.`,
    ),
    callLimit: accountLimit(
      limits.heldCalls,
      `The account has ${limits.heldCalls} calls with waitSeconds under way, which is as many as it may have at once. Wait ` +
        "for one of them, or call without waitSeconds.",
    ),
    resultTurns: openResultTurns(),
    /** Aborted when the process stops. */
    stopping: stopping.signal,
    /**
     * Ends all streams, whose clients connect again elsewhere, and all held calls, with what is known, so that they do not
     * hold up the process's end.
     */
    stop: () => stopping.abort(),
    receive(changed: readonly ChangedTask[]): void {
      const taskIds = new Set(changed.map(({ taskId }) => taskId));
      const accountIds = new Set(changed.map(({ accountId }) => accountId));
      watches.tasks.pollChanged((taskId) => taskIds.has(taskId));
      watches.waits.pollChanged((accountId) => accountIds.has(accountId));
      watches.lists.pollChanged((accountId) => accountIds.has(accountId));
      watches.viewers.pollChanged(({ taskId }) => taskIds.has(taskId));
      watches.calls.pollChanged(({ taskId }) => taskIds.has(taskId));
    },
  };
}
