/** Milliseconds between two looks, and after a look that failed. */
const pause = { usual: 400, failed: 1_000 };

interface Watcher {
  /** What was seen last; undefined until the first look. */
  mark: string | undefined;
  wake(): void;
}

/**
 * Notices changes of things by their keys. One query looks at all keys that are watched, a few times a second, whoever
 * watches them; nothing is asked while nobody watches.
 */
export class Watch<Key> {
  readonly #read: (keys: Key[]) => Promise<ReadonlyMap<Key, string>>;
  readonly #watchers = new Map<Key, Set<Watcher>>();
  #looking = false;
  #sooner: (() => void) | undefined;

  /** `read`: for each key that is there, a text that changes whenever the thing does. */
  constructor(read: (keys: Key[]) => Promise<ReadonlyMap<Key, string>>) {
    this.#read = read;
  }

  /** How many are watching. */
  get size(): number {
    return [...this.#watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Yields once the thing was looked at for the first time, and after each change; changes meanwhile are one. Ends when
   * the signal is aborted.
   */
  async *changes(key: Key, signal: AbortSignal): AsyncGenerator<void, void, undefined> {
    let changed = Promise.withResolvers<void>();
    const watcher: Watcher = { mark: undefined, wake: () => changed.resolve() };
    const wake = () => changed.resolve();
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(watcher));
    signal.addEventListener("abort", wake);
    this.#look();
    try {
      for (;;) {
        if (!signal.aborted) await changed.promise;
        if (signal.aborted) return;
        changed = Promise.withResolvers();
        yield;
      }
    } finally {
      signal.removeEventListener("abort", wake);
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(key);
    }
  }

  /** Looks at once if one of these is watched: it was notified that they have changed. */
  hurry(changed: readonly Key[]): void {
    if (changed.some((key) => this.#watchers.has(key))) this.#sooner?.();
  }

  /** Looks at once for somebody new, and then until nobody watches. */
  #look(): void {
    this.#sooner?.();
    if (this.#looking) return;
    this.#looking = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#watchers.size > 0) {
      const asked = new Map([...this.#watchers].map(([key, watchers]) => [key, [...watchers]]));
      const marks = await this.#read([...asked.keys()]).catch(() => undefined);
      for (const [key, watchers] of marks ? asked : []) {
        const mark = marks?.get(key) ?? "";
        for (const watcher of watchers) {
          if (watcher.mark === mark) continue;
          watcher.mark = mark;
          watcher.wake();
        }
      }
      await this.#rest(marks ? pause.usual : pause.failed, marks !== undefined);
    }
    this.#looking = false;
  }

  #rest(ms: number, canBeCutShort: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (canBeCutShort)
        this.#sooner = () => {
          clearTimeout(timer);
          resolve();
        };
    });
  }
}
