import type { CDPSession } from "playwright";

/**
 * Frees memory of a page while its task waits: what it has left behind while it loaded, and the buffers in which its window is
 * drawn, 4 MB (`npm run bench -- p13`). Its viewport stays as it is, and it goes on drawing. All that it can notice is that
 * `outerWidth` and `outerHeight` change. A picture of it is the same.
 */
export class PageMemory {
  readonly #cdp: CDPSession;
  /** The window as it was, while it is small. */
  #window: { windowId: number; width: number; height: number } | undefined;
  #freeing: Promise<void> = Promise.resolve();
  /** How many watch the page, which must have its size for them. */
  #watchers = 0;
  #unlessFreed: AbortSignal | undefined;

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  /** Makes the window as small as possible, unless `over` is aborted before. */
  free(over: AbortSignal): Promise<void> {
    this.#unlessFreed = over;
    if (this.#watchers > 0) return Promise.resolve();
    this.#freeing = this.#free(over);
    return this.#freeing;
  }

  /** Makes the window as large as it was. */
  async restore(): Promise<void> {
    await this.#freeing.catch(() => {});
    if (!this.#window) return;
    const { windowId, width, height } = this.#window;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
    this.#window = undefined;
  }

  /** Has the window keep its size until the function that it resolves with is called. */
  async whileWatched(): Promise<() => void> {
    this.#watchers += 1;
    await this.restore();
    return () => {
      this.#watchers -= 1;
      const over = this.#unlessFreed;
      if (this.#watchers === 0 && over && !over.aborted) this.free(over).catch(() => {});
    };
  }

  async #free(over: AbortSignal): Promise<void> {
    await this.#cdp.send("HeapProfiler.collectGarbage");
    const { windowId, bounds } = await this.#cdp.send("Browser.getWindowForTarget");
    const { width, height } = bounds;
    if (over.aborted || this.#window || width === undefined || height === undefined) return;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width: 1, height: 1 } });
    this.#window = { windowId, width, height };
  }
}
