import type { CDPSession } from "playwright";

/** A page that opens more ends its task. */
const max = 20;
/** After this time an announced window is not expected any more. */
const comesMs = 120_000;
/** How long a click or a key lets a page open a window, as in browsers. */
const activationMs = 5_000;

/**
 * Windows that pages open without a click or a key. The full browser's pop-up blocker refuses them; the headless shell
 * has none and opens them, so they are recognised by what Chromium announces when a page asks for a window. It announces
 * none that a frame of another site asks for: such a window is one that somebody asked for if a step acts in a frame.
 */
export class UnaskedWindows {
  /** Aborted when a page has opened too many. */
  readonly flooded: AbortSignal;
  readonly #flooded = new AbortController();
  #announced: { address: string; at: number; isAsked: boolean }[] = [];
  #count = 0;
  #isActing = false;
  /** Until when a frame may open windows, because a step acts in one. */
  #frameUntil = 0;

  constructor() {
    this.flooded = this.#flooded.signal;
  }

  async watch(cdp: CDPSession): Promise<void> {
    cdp.on("Page.windowOpen", ({ url, userGesture }) => {
      const now = performance.now();
      this.#announced = this.#announced.filter(({ at }) => now - at < comesMs);
      this.#announced.push({ address: comparable(url), at: now, isAsked: userGesture });
      if (!userGesture) this.#refused();
    });
    await cdp.send("Page.enable");
  }

  /** Whether a step clicks or presses keys, wherever. */
  get isActing(): boolean {
    return this.#isActing;
  }

  stepBegins(): void {
    this.#isActing = true;
  }

  /** A step acts in a frame, or may. */
  stepActsInFrame(): void {
    this.#frameUntil = Number.POSITIVE_INFINITY;
  }

  stepEnded(): void {
    this.#isActing = false;
    this.#frameUntil = Math.min(this.#frameUntil, performance.now() + activationMs);
  }

  /** Whether a new window may stay; `addresses`: the current one, then those that redirected to it. */
  mayStay(addresses: readonly string[]): boolean {
    const sought = addresses.map(comparable);
    const index = this.#announced.findIndex(({ address }) => sought.includes(address));
    // A page may have given the window another address since.
    const other = index < 0 ? this.#announced.findIndex(({ isAsked }) => isAsked) : index;
    const [announced] = other < 0 ? [] : this.#announced.splice(other, 1);
    if (announced) return announced.isAsked;
    if (performance.now() < this.#frameUntil) return true;
    this.#refused();
    return false;
  }

  #refused(): void {
    this.#count += 1;
    if (this.#count > max) this.#flooded.abort();
  }
}

function comparable(address: string): string {
  return URL.parse(address)?.href.split("#", 1)[0] ?? "about:blank";
}
