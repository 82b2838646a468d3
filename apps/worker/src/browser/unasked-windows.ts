import type { CDPSession } from "playwright";

/** A page that opens more ends its task. */
const max = 20;
/** After this time an announced window is not expected any more. */
const comesMs = 30_000;

/**
 * Windows that pages open without a click or a key. The full browser's pop-up blocker refuses them; the headless shell
 * has none and opens them, so they are recognised by what Chromium reports when a page asks for a window.
 */
export class UnaskedWindows {
  /** Aborted when a page has opened too many. */
  readonly flooded: AbortSignal;
  readonly #flooded = new AbortController();
  #announced: { address: string; at: number }[] = [];
  #count = 0;

  constructor() {
    this.flooded = this.#flooded.signal;
  }

  /** Watches a page. Frames of other sites are not reported, but a task keeps only a few windows in any case. */
  async watch(cdp: CDPSession): Promise<void> {
    cdp.on("Page.windowOpen", ({ url, userGesture }) => {
      if (userGesture) return;
      const now = performance.now();
      this.#announced = this.#announced.filter(({ at }) => now - at < comesMs);
      this.#announced.push({ address: comparable(url), at: now });
      this.#count += 1;
      if (this.#count > max) this.#flooded.abort();
    });
    await cdp.send("Page.enable");
  }

  /** Whether a new window is one of them; `addresses`: the current one, then those that redirected to it. */
  claims(addresses: readonly string[]): boolean {
    for (const sought of addresses.map(comparable)) {
      const index = this.#announced.findIndex(({ address }) => address === sought);
      if (index < 0) continue;
      this.#announced.splice(index, 1);
      return true;
    }
    return false;
  }
}

function comparable(address: string): string {
  return URL.parse(address)?.href.split("#", 1)[0] ?? "about:blank";
}
