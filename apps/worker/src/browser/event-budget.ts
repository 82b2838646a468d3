/**
 * What the events of one task may cost the worker: a burst, and then so much per second. A page that loads 3,000 files and
 * logs as many lines causes 21,500 events of 15 MB, which count as 27,500.
 */
const burst = { events: 60_000, bytes: 64 * 2 ** 20 };
/** Playwright takes up to 30 µs per event, and keeps the latest 10,000 requests with what they sent. */
const perSecond = { events: 2_000, bytes: 256 * 2 ** 10 };

/** How many ordinary events an event is worth. */
export interface Cost {
  events: number;
  bytes: number;
}

export class EventBudget {
  #events = burst.events;
  #bytes = burst.bytes;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Takes an event's cost from it. False if it is overspent. `now`: in milliseconds, from any beginning. */
  spend({ events, bytes }: Cost, now: number): boolean {
    const seconds = (now - this.#at) / 1_000;
    this.#at = now;
    this.#events = Math.min(burst.events, this.#events + seconds * perSecond.events) - events;
    this.#bytes = Math.min(burst.bytes, this.#bytes + seconds * perSecond.bytes) - bytes;
    return this.#events >= 0 && this.#bytes >= 0;
  }
}
