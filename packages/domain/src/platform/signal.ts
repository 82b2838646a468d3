/**
 * The promise's result, or a rejection with the signal's reason as soon as it is aborted. Leaves nothing on the signal,
 * unlike Promise.race with one long-lived promise, which would collect a reaction for each race.
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** The promise's result, or a rejection with `late()` after `ms`. What the promise does afterwards is ignored. */
export function within<T>(promise: Promise<T>, ms: number, late = () => new Error("late")): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Like `within`, in parts: a process that is busy itself has not read a result that has arrived meanwhile, and then only one part
 * passes.
 */
export async function withinParts<T>(promise: Promise<T>, patience: { parts: number; partMs: number }): Promise<T> {
  for (let part = 1; part < patience.parts; part++) {
    const isThere = await within(promise, patience.partMs).then(
      () => true,
      () => false,
    );
    if (isThere) break;
  }
  return within(promise, patience.partMs);
}

/**
 * Wakes one waiter, with or without a message. A notification that arrives while nobody waits is kept for the next wait.
 */
export class Signal<News = never> {
  #notified = false;
  #news: News | undefined;
  #resolve: (() => void) | undefined;

  notify(news?: News): void {
    this.#notified = true;
    this.#news = news ?? this.#news;
    this.#resolve?.();
  }

  /**
   * Resolves at the next notification (or immediately if one is pending) with the latest message, after `ms` if given, or
   * when the signal is aborted.
   */
  async wait(signal: AbortSignal, ms?: number): Promise<News | undefined> {
    if (!this.#notified && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          this.#resolve = undefined;
          resolve();
        };
        const timer = ms === undefined ? undefined : setTimeout(done, Math.max(0, ms));
        signal.addEventListener("abort", done);
        this.#resolve = done;
      });
    }
    const news = this.#news;
    this.#notified = false;
    this.#news = undefined;
    return news;
  }
}

/**
 * Calls `onRequest` with the number of each request to stop this process, from 1: Ctrl-C, SIGTERM, SIGHUP. Signals
 * within `echoMs` after a request belong to it, because a terminal signals a whole process group, and npm,
 * bootstrap.mjs and the primary of a cluster forward theirs.
 */
export function onStopRequest(onRequest: (request: number, signal: NodeJS.Signals) => void, echoMs = 500): Disposable {
  let requests = 0;
  let latest = Number.NEGATIVE_INFINITY;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (now - latest < echoMs) return;
    latest = now;
    requests += 1;
    onRequest(requests, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
