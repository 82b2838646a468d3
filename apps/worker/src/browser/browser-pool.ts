import { log, logFault } from "@gatepost/domain/log";
import type { ContextSettings } from "@gatepost/domain/task/task-settings";
import { unlessAborted, within } from "../runtime/abort.ts";
import { Failure } from "../runtime/failure.ts";
import type { RunningBrowser } from "./browser.ts";
import type { BrowserSession } from "./browser-session.ts";
import { reasonOf } from "./playwright-reason.ts";
import { closeLate, PooledBrowser } from "./pooled-browser.ts";

const openMs = 30_000;
/** Closing hundreds of windows takes seconds on a busy machine, and killing the browser would cost its other tasks theirs. */
const leaveMs = 20_000;
/** A browser that is only busy answers in milliseconds: its pages are processes of their own. */
const answerMs = 2_000;

/** A task's place in a browser. */
export interface BrowserLease extends BrowserSession {
  /** Aborted when the browser is gone. */
  readonly gone: AbortSignal;
  /** Whether the browser itself still responds. One that does not is ended, together with all its tasks. */
  answers(): Promise<boolean>;
  /** Whether the task waits and uses no CPU. */
  suspend(suspended: boolean): void;
}

/** There is no browser, or none that responds. */
export class NoBrowser extends Error {
  constructor() {
    super("no browser could be started, or it did not answer");
    this.name = "NoBrowser";
  }
}

/** Browsers for all tasks of this process: started when needed, shared by a few tasks, replaced after many sessions or when dead. */
export class BrowserPool {
  readonly #launch: () => Promise<RunningBrowser>;
  readonly #idleMs: number | undefined;
  readonly #browsers = new Set<PooledBrowser>();
  #starting: Promise<void> | undefined;
  #closed = false;

  /** `idleMs`: how long a browser without tasks is kept; omitted: the last one is kept for the next task. */
  constructor(launch: () => Promise<RunningBrowser>, { idleMs }: { idleMs?: number | undefined } = {}) {
    this.#launch = launch;
    this.#idleMs = idleMs;
  }

  /**
   * Resolves when a browser is running, with a session created in advance if no task runs. Rejects if no browser starts.
   */
  async warm(): Promise<void> {
    const pooled = this.#withCapacity() ?? (await this.#start().then(() => this.#withCapacity()));
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
  async take(settings?: ContextSettings): Promise<BrowserLease> {
    let pooled = this.#withCapacity();
    while (!pooled) {
      await this.#start().catch((error) => {
        logFault("browser did not start", error);
        throw new NoBrowser();
      });
      pooled = this.#withCapacity();
    }
    const { browser } = pooled;
    const mark = { suspended: false };
    pooled.leases.add(mark);
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
      await this.#release(pooled, mark);
      throw isRefused ? new Failure(reasonOf(error) ?? "the browser refused the task's settings") : new NoBrowser();
    }
    let leaving: Promise<void> | undefined;
    const leave = () => {
      leaving ??= this.#leave(pooled, mark, session);
      return leaving;
    };
    const suspend = (suspended: boolean) => {
      mark.suspended = suspended;
      this.#prepareSession(pooled);
    };
    return { ...session, gone: browser.gone, answers: () => answers(browser), suspend, close: leave };
  }

  /** Ends all browsers and everything in them. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#browsers].map((pooled) => this.#end(pooled)));
  }

  #withCapacity(): PooledBrowser | undefined {
    return [...this.#browsers].find(({ hasCapacity }) => hasCapacity);
  }

  /** One start at a time, shared by all callers. */
  #start(): Promise<void> {
    this.#starting ??= this.#launch()
      .then(async (browser) => {
        const pooled = new PooledBrowser(browser);
        this.#browsers.add(pooled);
        browser.gone.addEventListener("abort", () => {
          this.#browsers.delete(pooled);
          pooled.closePrepared();
        });
        if (this.#closed) await this.#end(pooled);
        else this.#prepareSession(pooled);
      })
      .finally(() => {
        this.#starting = undefined;
      });
    return this.#starting;
  }

  #prepareSession(pooled: PooledBrowser): void {
    if (!this.#closed) pooled.prepareSession();
  }

  async #leave(pooled: PooledBrowser, mark: { suspended: boolean }, session: BrowserSession): Promise<void> {
    try {
      await within(session.close(), leaveMs, () => new NoBrowser());
    } catch {
      // A page that cannot even be closed ends with its browser.
      if (!pooled.browser.gone.aborted) log("browser hung");
      pooled.browser.kill();
    }
    await this.#release(pooled, mark);
  }

  async #release(pooled: PooledBrowser, mark: { suspended: boolean }): Promise<void> {
    pooled.leases.delete(mark);
    const surplus =
      pooled.isDueForReplacement || [...this.#browsers].some((other) => other !== pooled && other.takesSessions);
    if (pooled.leases.size === 0 && surplus) await this.#end(pooled);
    else this.#prepareSession(pooled);
    if (this.#idleMs !== undefined && pooled.leases.size === 0) this.#endIfIdle(pooled, this.#idleMs);
  }

  #endIfIdle(pooled: PooledBrowser, ms: number): void {
    const { served } = pooled;
    const end = () => pooled.served === served && this.#browsers.has(pooled) && void this.#end(pooled);
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
