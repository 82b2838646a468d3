import type { AppContext } from "@gatepost/domain/context";
import { DomainError } from "@gatepost/domain/errors";
import { readWaitMarks } from "@gatepost/domain/task/find-waiting-tasks";
import { readTaskMarks } from "@gatepost/domain/task/read-task-marks";
import { Watch } from "./watch.ts";

/** Event streams that one account may have open in one process. */
const maxStreams = 20;

/** What this process's event streams share: who watches what, how many there are, and when they must end. */
export class LiveFeeds {
  /** Tasks, by id. */
  readonly tasks: Watch<number>;
  /** The tasks of an account that wait for a value, by the account's id. */
  readonly waits: Watch<number>;
  readonly #stopping = new AbortController();
  readonly #streams = new Map<number, number>();

  constructor(app: AppContext) {
    const ctx = { ...app, actor: { kind: "system" } } as const;
    this.tasks = new Watch((taskIds) => readTaskMarks({ ctx, input: { taskIds } }));
    this.waits = new Watch((accountIds) => readWaitMarks({ ctx, input: { accountIds } }));
  }

  /** Aborted when the process stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Ends all streams, whose clients connect again elsewhere, so that they do not hold up the process's end. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Counts a stream of the account until it is disposed of. ERROR_TOO_MANY_REQUESTS if the account has too many. */
  open(accountId: number): Disposable {
    const count = this.#streams.get(accountId) ?? 0;
    if (count >= maxStreams)
      throw new DomainError(
        "ERROR_TOO_MANY_REQUESTS",
        `Your account follows ${maxStreams} pages at once already. Close some of them.`,
      );
    this.#streams.set(accountId, count + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#streams.get(accountId) ?? 1) - 1;
        if (left > 0) this.#streams.set(accountId, left);
        else this.#streams.delete(accountId);
      },
    };
  }
}
