/** A page that opens more ends its task. */
const max = 20;
/** After this time an announced window is not expected any more. */
const comesMs = 120_000;
/** How long a window may be the one that was announced, although it has another address. */
const renamedMs = 15_000;

/** What Chromium says of a window that a page asks for (Page.windowOpen). */
export interface AnnouncedWindow {
  url: string;
  /** Whether a click or a key asked for it. */
  userGesture: boolean;
}

/**
 * Windows that pages open without a click or a key. The full browser's pop-up blocker refuses them; the headless shell has none and opens
 * them, so they are recognised by what Chromium announces when a page, or a frame of another site, asks for a window.
 */
export class UnaskedWindows {
  readonly #flooded = new AbortController();
  /** Aborted when a page has opened too many. */
  readonly flooded: AbortSignal = this.#flooded.signal;
  #announced: { address: string; at: number; isAsked: boolean }[] = [];
  #count = 0;

  /** A page asks for a window. */
  announce({ url, userGesture }: AnnouncedWindow): void {
    const now = performance.now();
    this.#announced = this.#announced.filter(({ at }) => now - at < comesMs);
    this.#announced.push({ address: comparable(url), at: now, isAsked: userGesture });
    if (!userGesture) this.#refused();
  }

  /** Whether a new window may stay; `addresses`: the current one, then those that redirected to it. */
  mayStay(addresses: readonly string[]): boolean {
    const now = performance.now();
    const sought = addresses.map(comparable);
    const index = this.#announced.findIndex(({ address }) => sought.includes(address));
    const [announced] = index < 0 ? [] : this.#announced.splice(index, 1);
    if (announced) return announced.isAsked;
    // A page may have given the window another address since. The announcement stays, in case this is another window.
    if (this.#announced.some(({ isAsked, at }) => isAsked && now - at < renamedMs)) return true;
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
