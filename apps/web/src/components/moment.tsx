import { useSyncExternalStore } from "react";
import { ago, moment } from "../format/time.ts";

/**
 * A time in relative words, with the exact time in the title. The server does not know the reader's clock, and renders
 * the date.
 */
export function Moment({ at }: { at: Date }) {
  const now = useNow();
  const exact = moment(at);
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {now === null ? exact : ago(at, new Date(now))}
    </time>
  );
}

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
function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  );
}
