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
export function within<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
