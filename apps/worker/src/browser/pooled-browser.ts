import { within } from "@gatepost/domain/platform/signal";
import type { RunningBrowser } from "./browser.ts";
import type { BrowserSession } from "./browser-session.ts";

/** Running tasks per browser, which limits what one crash can affect. Tasks that wait for a value cost little. */
const maxRunning = 8;
/**
 * Tasks per browser, waiting ones included. A browser's own processes take 160 MB (headless shell) to 290 MB (full browser)
 * however many tasks it has, so fewer browsers need less memory.
 */
const maxSessions = 50;
/** A browser is replaced after this many sessions, because memory may have accumulated in it. */
const maxSessionsServed = 200;
/** A browser without tasks. */
const closeMs = 5_000;

export interface TaskInBrowser {
  accountId: number;
  /** Whether the task waits and uses no CPU. */
  suspended: boolean;
}

/** A browser of the pool, with the tasks in it. */
export class PooledBrowser {
  readonly browser: RunningBrowser;
  readonly tasks = new Set<TaskInBrowser>();
  /** How many sessions it has had. */
  served = 0;
  /**
   * A session created in advance, because creating one takes a good part of a short task's time. It is created while no
   * task runs; otherwise it would slow down the running task by as much as it saves the next one.
   */
  prepared: Promise<BrowserSession> | undefined;

  constructor(browser: RunningBrowser) {
    this.browser = browser;
  }

  /** Whether another task can run in it. */
  get hasCapacity(): boolean {
    return this.takesSessions && this.#running < maxRunning;
  }

  /** Whether it could have another session, if fewer of its tasks ran. */
  get takesSessions(): boolean {
    return !this.isDueForReplacement && this.tasks.size < maxSessions;
  }

  /** Whether no other account has a task in it. */
  isOnlyOf(accountId: number): boolean {
    return [...this.tasks].every((task) => task.accountId === accountId);
  }

  get isDueForReplacement(): boolean {
    return this.served >= maxSessionsServed;
  }

  get #running(): number {
    return [...this.tasks].filter(({ suspended }) => !suspended).length;
  }

  prepareSession(): void {
    if (this.prepared || this.browser.gone.aborted || this.isDueForReplacement || this.#running > 0) return;
    this.prepared = this.#openInAdvance();
    this.prepared.catch(() => {
      this.prepared = undefined;
    });
  }

  async #openInAdvance(): Promise<BrowserSession> {
    const session = await this.browser.openSession();
    // Only saves time.
    await session.authenticate().catch(() => {});
    return session;
  }

  closePrepared(): void {
    if (this.prepared) closeLate(this.prepared);
  }

  /** Closes it, or kills it if that takes too long. */
  async end(): Promise<void> {
    this.closePrepared();
    await within(this.browser.close(), closeMs, () => new Error("The browser did not close in time.")).catch(() =>
      this.browser.kill(),
    );
  }
}

/** Closes a session once it is there, with its proxy session, which outlives a browser. */
export function closeLate(session: Promise<BrowserSession>): void {
  session.then((one) => one.close()).catch(() => {});
}
