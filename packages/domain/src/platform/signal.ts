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
