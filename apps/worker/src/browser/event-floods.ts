import { type Cost, EventBudget } from "./event-budget.ts";

/** The events of one task's pages, frames and workers. */
interface Source {
  readonly budget: EventBudget;
  readonly flooded: AbortController;
  readonly sessions: Set<string>;
}

/** Counts the events of a browser by the task that they belong to. */
export class EventFloods {
  readonly #byContext = new Map<string, Source>();
  /** By the ids of DevTools sessions: each page, frame of another site and worker has its own. */
  readonly #bySession = new Map<string, Source>();

  /** Aborted when the pages of a browser context have flooded the worker with events; later ones are dropped. */
  watch(context: string): AbortSignal {
    return this.#of(context).flooded.signal;
  }

  /** Call it when the context is closed. */
  forget(context: string): void {
    for (const session of this.#byContext.get(context)?.sessions ?? []) this.#bySession.delete(session);
    this.#byContext.delete(context);
  }

  attached(session: string, context: string): void {
    const source = this.#of(context);
    source.sessions.add(session);
    this.#bySession.set(session, source);
  }

  /** Whether an event may be passed on. `session`: undefined where it is the browser's own. */
  mayPass(session: string | undefined, cost: Cost): boolean {
    const source = session === undefined ? undefined : this.#bySession.get(session);
    if (source?.flooded.signal.aborted) return false;
    if (source?.budget.spend(cost, performance.now()) === false) {
      source.flooded.abort();
      return false;
    }
    return true;
  }

  #of(context: string): Source {
    const known = this.#byContext.get(context);
    if (known) return known;
    const source = {
      budget: new EventBudget(performance.now()),
      flooded: new AbortController(),
      sessions: new Set<string>(),
    };
    this.#byContext.set(context, source);
    return source;
  }
}
