import type { LiveState } from "@gatepost/contract/live";
import type { LiveTicket } from "@gatepost/domain/live/live-ticket";
import { isSame } from "./handover.ts";
import type { Connection, WatchingEnd } from "./live-server.ts";

/** As many may watch one task; of them by one link, or as one person. */
const maxWatchers = 20;
const maxOfHolder = 5;

export interface Watcher extends Connection {
  ticket: LiveTicket;
  /** Resolves when it has drawn its last frame. */
  drawn: PromiseWithResolvers<void>;
  isDrawing: boolean;
  /** Whether others got a frame while it drew. */
  hasMissed: boolean;
  /** The state that it knows, as JSON. */
  knows: string;
}

/** Those who watch one task. Each gets a frame only when it has drawn the one before. */
export class Watchers {
  readonly #all = new Set<Watcher>();

  get size(): number {
    return this.#all.size;
  }

  /** Undefined: too many watch already. */
  add(connection: Connection, ticket: LiveTicket): Watcher | undefined {
    const ofHolder = [...this.#all].filter((one) => one.ticket.holder === ticket.holder);
    if (this.size >= maxWatchers || ofHolder.length >= maxOfHolder) return;
    const drawn = Promise.withResolvers<void>();
    const watcher: Watcher = { ...connection, ticket, drawn, isDrawing: false, hasMissed: false, knows: "" };
    this.#all.add(watcher);
    return watcher;
  }

  remove(watcher: Watcher): void {
    this.#all.delete(watcher);
    watcher.drawn.resolve();
  }

  /** Whether the person watches, in this tab of their browser. */
  has(ticket: LiveTicket): boolean {
    return [...this.#all].some((other) => isSame(other.ticket, ticket));
  }

  /** Sends a frame to those who have drawn the one before. Resolves when one of them has drawn this one. */
  async send(frame: Buffer): Promise<void> {
    for (const watcher of this.#all) {
      watcher.hasMissed = watcher.isDrawing;
      if (watcher.isDrawing) continue;
      watcher.isDrawing = true;
      watcher.drawn = Promise.withResolvers<void>();
      watcher.sendFrame(frame);
    }
    await Promise.race([...this.#all].map((watcher) => watcher.drawn.promise));
  }

  /** Sends its state to each that knows another one. */
  say(stateFor: (watcher: Watcher) => LiveState): void {
    for (const watcher of this.#all) {
      const state = stateFor(watcher);
      const text = JSON.stringify(state);
      if (text === watcher.knows) continue;
      watcher.knows = text;
      watcher.sendState(state);
    }
  }

  end(why: WatchingEnd): void {
    for (const watcher of this.#all) watcher.end(why);
  }
}
