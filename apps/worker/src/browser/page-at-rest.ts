import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright";

interface Rest {
  /** Aborted when the wait is over. */
  over: AbortSignal;
  /** Whether its pages are not frozen. */
  keepsAlive: boolean;
  /** Aborted when it is interrupted. */
  interrupted: AbortController;
}

/**
 * Has the pages of a task use little while it waits. At once, it frees what the page that the session begins with has left
 * behind while it loaded, and the buffers in which its window is drawn, 4 MB (`npm run bench -- p13`). Its viewport stays as it
 * is, and it goes on drawing: all that it can notice is that `outerWidth` and `outerHeight` change. After a minute, all pages of
 * the task are frozen, so that they use no processor. A picture of them is the same.
 */
export class PageAtRest {
  readonly #cdp: CDPSession;
  readonly #options: { freeze(): Promise<() => Promise<void>>; freezeAfterMs: number };
  /** The window as it was, while it is small. */
  #window: { windowId: number; width: number; height: number } | undefined;
  #freeing: Promise<void> = Promise.resolve();
  #freezing: Promise<void> = Promise.resolve();
  /** Has the frozen pages go on. */
  #thaw: (() => Promise<void>) | undefined;
  #rest: Rest | undefined;
  /** How many watch the page, which must have its size for them. */
  #watchers = 0;

  constructor(cdp: CDPSession, options: { freeze(): Promise<() => Promise<void>>; freezeAfterMs: number }) {
    this.#cdp = cdp;
    this.#options = options;
  }

  /** Whether the pages are frozen. */
  get isFrozen(): boolean {
    return this.#thaw !== undefined;
  }

  /** Frees memory, and freezes the pages after a minute, unless `over` is aborted before. Resolves when the memory is freed. */
  begin(over: AbortSignal, { keepsAlive = false } = {}): Promise<void> {
    const rest = { over, keepsAlive, interrupted: new AbortController() };
    this.#rest = rest;
    if (this.#watchers > 0) return Promise.resolve();
    this.#freeing = this.#free(over);
    this.#freezing = this.#freeing.then(() => this.#freezeAfterAWhile(rest)).catch(() => {});
    return this.#freeing;
  }

  /** Has the pages go on, with a window as large as it was. */
  async end(): Promise<void> {
    this.#rest?.interrupted.abort();
    await this.#freezing;
    await this.#thaw?.();
    this.#thaw = undefined;
    await this.#freeing.catch(() => {});
    if (!this.#window) return;
    const { windowId, width, height } = this.#window;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
    this.#window = undefined;
  }

  /** Has frozen pages go on for a minute. */
  async interrupt(): Promise<void> {
    if (!this.isFrozen) return;
    await this.end();
    this.#beginAgain();
  }

  /** Has the pages go on until the function that it resolves with is called. */
  async whileWatched(): Promise<() => void> {
    this.#watchers += 1;
    await this.end();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#beginAgain();
    };
  }

  #beginAgain(): void {
    if (this.#rest && !this.#rest.over.aborted) this.begin(this.#rest.over, this.#rest).catch(() => {});
  }

  async #free(over: AbortSignal): Promise<void> {
    await this.#cdp.send("HeapProfiler.collectGarbage");
    const { windowId, bounds } = await this.#cdp.send("Browser.getWindowForTarget");
    const { width, height } = bounds;
    if (over.aborted || this.#window || width === undefined || height === undefined) return;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width: 1, height: 1 } });
    this.#window = { windowId, width, height };
  }

  async #freezeAfterAWhile({ over, keepsAlive, interrupted }: Rest): Promise<void> {
    const { freeze, freezeAfterMs } = this.#options;
    if (keepsAlive || freezeAfterMs === 0) return;
    await sleep(freezeAfterMs, undefined, { signal: AbortSignal.any([over, interrupted.signal]), ref: false });
    await this.#cdp.send("HeapProfiler.collectGarbage");
    this.#thaw = await freeze();
  }
}
