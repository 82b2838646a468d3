import { limits } from "@gatepost/contract/limits";
import { type LiveViewer, readViewers } from "@gatepost/domain/live/open-live";
import { readSessionMarks } from "@gatepost/domain/people/devices";
import type { AppContext } from "@gatepost/domain/platform/context";
import { pollTasks, type WatchedTask } from "@gatepost/domain/tasks/get-task-result";
import { type ChangedTask, readListMarks, readTaskMarks, readWaitMarks } from "@gatepost/domain/tasks/task-marks";
import { AccountLimit, ResultTurns } from "./account-limits.ts";
import { Watch } from "./watch.ts";

/** Event streams that one account may have open in one process. */
const maxStreams = 20;

/**
 * What this process's event streams, held calls and calls for large results share: who watches what, how many there are, and when
 * they must end.
 */
export class LiveFeeds {
  /** What the page of a task shows, by the task's id. */
  readonly tasks: Watch<number>;
  /** The tasks of an account that wait for a value, by the account's id. */
  readonly waits: Watch<number>;
  /** Which tasks an account has and how they stand, by the account's id. */
  readonly lists: Watch<number>;
  /** What a held call waits for: the task's version, null once the key of the call can no longer be used. */
  readonly calls: Watch<WatchedTask>;
  /** Whether the sessions that opened streams still exist, by their ids: one query for all, because each costs as much as a call. */
  readonly sessions: Watch<string>;
  /** Where the task of each live page is that somebody sees, null once they may not see it any more. */
  readonly viewers: Watch<LiveViewer>;
  readonly streamLimit = new AccountLimit(
    maxStreams,
    `Your account already has ${maxStreams} pages with live updates open. Close some of them.`,
  );
  readonly callLimit = new AccountLimit(
    limits.heldCalls,
    `The account has ${limits.heldCalls} calls with waitSeconds under way, which is as many as it may have at once. Wait ` +
      "for one of them, or call without waitSeconds.",
  );
  readonly resultTurns = new ResultTurns();
  readonly #stopping = new AbortController();

  constructor(app: AppContext) {
    const ctx = { ...app, actor: { kind: "system" } } as const;
    this.tasks = new Watch({ pauseMs: 400, read: (taskIds) => readTaskMarks({ ctx, input: { taskIds } }) });
    this.waits = new Watch({ pauseMs: 400, read: (accountIds) => readWaitMarks({ ctx, input: { accountIds } }) });
    // Each change is notified, so that this is what a lost notification costs.
    this.calls = new Watch({ pauseMs: 1_000, read: (watched) => pollTasks({ ctx, input: { watched } }) });
    this.sessions = new Watch({
      pauseMs: 3_000,
      read: (sessionIds) => readSessionMarks({ ctx, input: { sessionIds } }),
    });
    // A live page ends within a second of a revocation, which is not notified.
    this.viewers = new Watch({ pauseMs: 400, read: (viewers) => readViewers({ ctx, input: { viewers } }) });
    this.lists = new Watch({ pauseMs: 400, read: (accountIds) => readListMarks({ ctx, input: { accountIds } }) });
  }

  /** Aborted when the process stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Ends all streams, whose clients connect again elsewhere, and all held calls, with what is known, so that they do not
   * hold up the process's end.
   */
  stop(): void {
    this.#stopping.abort();
  }

  receive(changed: readonly ChangedTask[]): void {
    const taskIds = new Set(changed.map(({ taskId }) => taskId));
    const accountIds = new Set(changed.map(({ accountId }) => accountId));
    this.tasks.pollChanged((taskId) => taskIds.has(taskId));
    this.waits.pollChanged((accountId) => accountIds.has(accountId));
    this.lists.pollChanged((accountId) => accountIds.has(accountId));
    this.viewers.pollChanged(({ taskId }) => taskIds.has(taskId));
    this.calls.pollChanged(({ taskId }) => taskIds.has(taskId));
  }
}
