/** Wakes one waiter, with news or without. A ring that nobody waits for is kept for the next wait: none is lost between two. */
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
   * Resolves at the next ring (or at once after an unheard one) with the latest news, after `ms` where they are given, or
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
