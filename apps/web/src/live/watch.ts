/** Milliseconds after a poll that failed. */
const failedMs = 1_000;

interface WatchOptions<Key> {
  /** For each key that exists, a text that changes whenever what the key names does. */
  read(keys: Key[]): Promise<ReadonlyMap<Key, string>>;
  /** Milliseconds between two polls of everything that is watched. */
  pauseMs: number;
}

interface Watcher {
  /** What was read last; null if the key did not exist, undefined before the first poll. */
  mark: string | null | undefined;
  wake(): void;
}

export type Watch<Key> = ReturnType<typeof openWatch<Key>>;

/**
 * Notices changes by polling. One query reads all keys that are watched, whoever watches them; a key that somebody begins to
 * watch, or whose change was notified, is read at once. Nothing is read while nobody watches.
 */
export function openWatch<Key>({ read, pauseMs }: WatchOptions<Key>) {
  const watchersOf = new Map<Key, Set<Watcher>>();
  /** Keys that are not to wait for the next poll of all. */
  const urgent = new Set<Key>();
  let polling = false;
  let endPause: (() => void) | undefined;

  function pollSoon(keys: readonly Key[]): void {
    if (keys.length === 0) return;
    for (const key of keys) urgent.add(key);
    endPause?.();
    if (polling) return;
    polling = true;
    void poll();
  }

  /** Polls until nobody watches. Only one query runs at a time, so that no result overtakes a newer one. */
  async function poll(): Promise<void> {
    let pollAllAt = performance.now() + pauseMs;
    // Those who begin to watch at the same moment are read together.
    await undefined;
    while (watchersOf.size > 0) {
      if (performance.now() >= pollAllAt) {
        pollAllAt = performance.now() + pauseMs;
        for (const key of watchersOf.keys()) urgent.add(key);
      }
      const keys = [...urgent].filter((key) => watchersOf.has(key));
      urgent.clear();
      const marks = keys.length > 0 ? await read(keys).catch(() => undefined) : new Map<Key, string>();
      if (marks) receive(keys, marks);
      else {
        await new Promise((resolve) => setTimeout(resolve, failedMs));
        pollAllAt = 0;
      }
      await pauseUntil(pollAllAt);
    }
    polling = false;
  }

  function receive(keys: readonly Key[], marks: ReadonlyMap<Key, string>): void {
    for (const key of keys)
      for (const watcher of watchersOf.get(key) ?? []) {
        const mark = marks.get(key) ?? null;
        if (watcher.mark === mark) continue;
        watcher.mark = mark;
        watcher.wake();
      }
  }

  async function pauseUntil(time: number): Promise<void> {
    const ms = time - performance.now();
    if (ms <= 0 || urgent.size > 0) return;
    const pause = Promise.withResolvers<void>();
    const timer = setTimeout(pause.resolve, ms);
    endPause = pause.resolve;
    await pause.promise;
    clearTimeout(timer);
  }

  return {
    /** How many are watching. */
    get size() {
      return [...watchersOf.values()].reduce((sum, { size }) => sum + size, 0);
    },
    /**
     * Yields the text that `read` gives, or null for a key that does not exist: once it was read for the first time, unless
     * it is `known` then, and after each change. Changes that come while the caller works are one. Ends when the signal is aborted.
     */
    async *changes(key: Key, signal: AbortSignal, known?: string): AsyncGenerator<string | null, void, undefined> {
      if (signal.aborted) return;
      let changed = Promise.withResolvers<void>();
      const wake = () => changed.resolve();
      const watcher: Watcher = { mark: known, wake };
      const watchers = watchersOf.get(key) ?? new Set();
      watchersOf.set(key, watchers.add(watcher));
      signal.addEventListener("abort", wake);
      pollSoon([key]);
      try {
        for (;;) {
          await changed.promise;
          if (signal.aborted) return;
          changed = Promise.withResolvers();
          yield watcher.mark ?? null;
        }
      } finally {
        signal.removeEventListener("abort", wake);
        watchers.delete(watcher);
        if (watchers.size === 0) watchersOf.delete(key);
      }
    },
    /** Polls at once those watched keys that a notification said have changed. */
    pollChanged: (hasChanged: (key: Key) => boolean) => pollSoon([...watchersOf.keys()].filter(hasChanged)),
  };
}
