import type { CDPSession } from "playwright";

/**
 * A page whose task waits gives memory back: what it has left behind while it loaded, and the buffers in which its window is
 * drawn, 4 MB (`npm run bench -- p13`). Its viewport stays as it is, and it goes on drawing; all that it could notice is
 * `outerWidth` and `outerHeight`. A picture of it is the same.
 */
export class RestingPage {
  readonly #cdp: CDPSession;
  /** The window as it was, while it is small. */
  #window: Awaited<ReturnType<typeof windowOf>> | undefined;
  #begun: Promise<void> | undefined;

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  begin(): Promise<void> {
    this.#begun = this.#begin();
    return this.#begun;
  }

  /** Makes the window as large as it was. */
  async end(): Promise<void> {
    await this.#begun?.catch(() => {});
    if (!this.#window) return;
    const { windowId, bounds } = this.#window;
    const { width, height } = bounds as Required<typeof bounds>;
    this.#window = undefined;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
  }

  async #begin(): Promise<void> {
    await this.#cdp.send("HeapProfiler.collectGarbage");
    const window = await windowOf(this.#cdp);
    await this.#cdp.send("Browser.setWindowBounds", { windowId: window.windowId, bounds: { width: 1, height: 1 } });
    this.#window = window;
  }
}

function windowOf(cdp: CDPSession) {
  return cdp.send("Browser.getWindowForTarget");
}
