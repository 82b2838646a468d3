import { log, logFault } from "@gatepost/domain/platform/log";
import { unlessAborted, within } from "@gatepost/domain/platform/signal";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import type { RunningBrowser } from "./browser.ts";
import type { BrowserSession, SavedSession } from "./browser-session.ts";
import { Failure, NoBrowser } from "./failure.ts";
import { reasonOf } from "./playwright-reason.ts";
import { closeLate, PooledBrowser, type TaskInBrowser } from "./pooled-browser.ts";

const openMs = 30_000;
/** Closing hundreds of windows takes seconds on a busy machine, and killing the browser would cost its other tasks theirs. */
const leaveMs = 20_000;
/** A browser answers in milliseconds, because its pages are processes of their own; if these take all processors, in seconds. */
const answerMs = 5_000;

/** How long a browser without tasks is kept beside another one, because the next account's task may need one of its own. */
const spareMs = 10_000;

/** A task's place in a browser. */
export interface BrowserLease extends BrowserSession {
  /** The name of the browser. */
  readonly browser: string;
  /** Aborted when the browser is gone. */
  readonly gone: AbortSignal;
  /** Whether the browser itself still responds. One that does not is ended, together with all its tasks. */
  answers(): Promise<boolean>;
  /** Whether the task waits and uses no CPU. */
  suspend(suspended: boolean): void;
}

/** A session, and the browser that it is in. */
export interface SavedLease extends SavedSession {
  browser: string;
}

interface PoolOptions {
  /** Up to this many browsers run so that each has tasks of one account alone; with more accounts, they share. */
  ownMax: number;
  /** How long a browser without tasks is kept; omitted: the last one is kept for the next task. */
  idleMs?: number | undefined;
  /** By name, what goes on with the browsers that the process before this one has left. */
  left?: ReadonlyMap<string, () => Promise<RunningBrowser>>;
}

/** Browsers for all tasks of this process: started when needed, shared by tasks, replaced after many sessions or when dead. */
export class BrowserPool {
  readonly #launch: () => Promise<RunningBrowser>;
  readonly #options: PoolOptions;
  readonly #browsers = new Set<PooledBrowser>();
  readonly #opened = new Map<string, Promise<PooledBrowser>>();
  #starting: Promise<void> | undefined;
  #closed = false;

  constructor(launch: () => Promise<RunningBrowser>, options: PoolOptions) {
    this.#launch = launch;
    this.#options = options;
  }

  /** Resolves when a browser is running, with a session created in advance if no task runs. Rejects if no browser starts. */
  async warm(): Promise<void> {
    if (this.#withCapacity().length === 0) await this.#start();
    const [pooled] = this.#withCapacity();
    if (!pooled?.prepared) return;
    const { prepared, browser } = pooled;
    try {
      await within(unlessAborted(prepared, browser.gone), openMs, () => new NoBrowser());
    } catch (error) {
      // Another browser takes the place of one that ends meanwhile.
      if (browser.gone.aborted) return this.warm();
      browser.kill();
      throw error;
    }
  }

  /** A fresh session. Rejects with NoBrowser, and with a Failure if the browser refuses the settings. */
  async take(accountId: number, settings?: ContextSettings): Promise<BrowserLease> {
    let pooled = this.#browserFor(accountId);
    while (!pooled) {
      await this.#start().catch((error) => {
        logFault("browser did not start", error);
        throw new NoBrowser();
      });
      pooled = this.#browserFor(accountId);
    }
    const { browser } = pooled;
    const task = { accountId, suspended: false };
    pooled.tasks.add(task);
    pooled.served += 1;
    const making = (settings ? undefined : pooled.prepared) ?? browser.openSession(settings);
    if (!settings) pooled.prepared = undefined;
    let session: BrowserSession;
    try {
      session = await within(unlessAborted(making, browser.gone), openMs, () => new NoBrowser());
    } catch (error) {
      closeLate(making);
      const isRefused = settings && !(error instanceof NoBrowser) && (await answers(browser));
      if (!isRefused) browser.kill();
      await this.#release(pooled, task);
      throw isRefused ? new Failure(reasonOf(error) ?? "the browser refused the task's settings") : new NoBrowser();
    }
    return this.#leaseOf(pooled, task, session);
  }

  /** A session of the process before this one, in a browser that it has left. Rejects if it is gone. */
  async takeOver(
    saved: SavedLease,
    { accountId, context }: { accountId: number; context?: ContextSettings | undefined },
  ): Promise<BrowserLease> {
    const pooled = await this.#leftBrowser(saved.browser);
    const task = { accountId, suspended: true };
    pooled.tasks.add(task);
    pooled.served += 1;
    const { browser } = pooled;
    const opening = browser.openSession(context, saved);
    try {
      const session = await within(unlessAborted(opening, browser.gone), openMs, () => new NoBrowser());
      return this.#leaseOf(pooled, task, session);
    } catch (error) {
      closeLate(opening);
      pooled.tasks.delete(task);
      throw error;
    }
  }

  /** Closes all that the process before this one has left and that was not taken over. */
  async endLeft(): Promise<void> {
    for (const name of this.#options.left?.keys() ?? []) {
      const pooled = await this.#leftBrowser(name).catch(() => undefined);
      if (!pooled) continue;
      const { browser, tasks } = pooled;
      await within(browser.settle(), leaveMs, () => new NoBrowser()).catch(() => browser.kill());
      if (tasks.size === 0) await this.#end(pooled);
    }
  }

  #leftBrowser(name: string): Promise<PooledBrowser> {
    const left = this.#options.left?.get(name);
    if (!left) throw new NoBrowser();
    const opening = this.#opened.get(name) ?? left().then((browser) => this.#add(browser));
    this.#opened.set(name, opening);
    return opening;
  }

  #leaseOf(pooled: PooledBrowser, task: TaskInBrowser, session: BrowserSession): BrowserLease {
    const { browser } = pooled;
    let leaving: Promise<void> | undefined;
    const leave = () => {
      leaving ??= this.#leave(pooled, task, session);
      return leaving;
    };
    const suspend = (suspended: boolean) => {
      task.suspended = suspended;
      this.#prepareSession(pooled);
    };
    const { gone, name } = browser;
    return { ...session, browser: name, gone, answers: () => answers(browser), suspend, close: leave };
  }

  /** Ends all browsers and everything in them. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#browsers].map((pooled) => this.#end(pooled)));
  }

  #withCapacity(): PooledBrowser[] {
    return [...this.#browsers].filter(({ hasCapacity }) => hasCapacity);
  }

  /**
   * A page can make the browser that it is in slow, or crash it. So a task comes into a browser with tasks of its account
   * alone, or into one without tasks, unless there are many browsers already.
   */
  #browserFor(accountId: number): PooledBrowser | undefined {
    const byLoad = this.#withCapacity().sort((a, b) => b.tasks.size - a.tasks.size);
    const shared = this.#browsers.size < this.#options.ownMax ? undefined : byLoad.at(-1);
    return byLoad.find((pooled) => pooled.isOnlyOf(accountId)) ?? shared;
  }

  /** One start at a time, shared by all callers. */
  #start(): Promise<void> {
    this.#starting ??= this.#launch()
      .then(async (browser) => {
        const pooled = this.#add(browser);
        if (this.#closed) await this.#end(pooled);
        else this.#prepareSession(pooled);
      })
      .finally(() => {
        this.#starting = undefined;
      });
    return this.#starting;
  }

  #add(browser: RunningBrowser): PooledBrowser {
    const pooled = new PooledBrowser(browser);
    this.#browsers.add(pooled);
    browser.gone.addEventListener("abort", () => {
      this.#browsers.delete(pooled);
      pooled.closePrepared();
    });
    return pooled;
  }

  #prepareSession(pooled: PooledBrowser): void {
    if (!this.#closed) pooled.prepareSession();
  }

  async #leave(pooled: PooledBrowser, task: TaskInBrowser, session: BrowserSession): Promise<void> {
    const closing = session.close().then(() => true);
    const isClosed = () => within(closing, leaveMs, () => new NoBrowser()).catch(() => false);
    // A page that cannot even be closed ends with its browser. If others have tasks in it, it gets as long again while it answers.
    if (!(await isClosed()) && !(pooled.tasks.size > 1 && (await answers(pooled.browser)) && (await isClosed()))) {
      if (!pooled.browser.gone.aborted) log("browser hung");
      pooled.browser.kill();
    }
    await this.#release(pooled, task);
  }

  async #release(pooled: PooledBrowser, task: TaskInBrowser): Promise<void> {
    pooled.tasks.delete(task);
    if (pooled.tasks.size > 0) return this.#prepareSession(pooled);
    if (pooled.isDueForReplacement) return this.#end(pooled);
    this.#prepareSession(pooled);
    const { idleMs } = this.#options;
    if (idleMs !== undefined) this.#endIfIdle(pooled, idleMs);
    else this.#endIfIdle(pooled, spareMs, () => this.#isSpare(pooled));
  }

  /** Whether another browser without tasks is there for the next one. */
  #isSpare(pooled: PooledBrowser): boolean {
    return [...this.#browsers].some((other) => other !== pooled && other.takesSessions && other.tasks.size === 0);
  }

  #endIfIdle(pooled: PooledBrowser, ms: number, condition = () => true): void {
    const { served } = pooled;
    const end = () => pooled.served === served && this.#browsers.has(pooled) && condition() && void this.#end(pooled);
    setTimeout(end, ms).unref();
  }

  async #end(pooled: PooledBrowser): Promise<void> {
    this.#browsers.delete(pooled);
    await pooled.end();
  }
}

/** Whether a browser still responds. One that does not is ended, together with all its tasks. */
async function answers(browser: RunningBrowser): Promise<boolean> {
  try {
    await within(unlessAborted(browser.answer(), browser.gone), answerMs, () => new NoBrowser());
    return true;
  } catch {
    if (!browser.gone.aborted) log("browser hung");
    browser.kill();
    return false;
  }
}
