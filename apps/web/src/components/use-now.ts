"use client";

import { useSyncExternalStore } from "react";

const tickMs = 5_000;

/** One clock for all times of a page, so that they agree. */
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, tickMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The present time in milliseconds, to five seconds; null on the server and until React has hydrated what it rendered. */
export function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  );
}
