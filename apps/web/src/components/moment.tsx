import { useSyncExternalStore } from "react";
import { ago, moment } from "../format/time.ts";

/**
 * A time in relative words, with the exact time in the title. The server does not know the reader's clock, and renders
 * the date.
 */
export function Moment({ at, className = "" }: { at: Date; className?: string }) {
  const now = useNow();
  const exact = moment(at);
  return (
    <time dateTime={at.toISOString()} title={exact} className={`whitespace-nowrap ${className}`}>
      {now === null ? exact : ago(at, new Date(now))}
    </time>
  );
}

const tickMs = 5_000;

function everyTick(tick: () => void): () => void {
  const timer = setInterval(tick, tickMs);
  return () => clearInterval(timer);
}

/** The same between two ticks, and for all times of a page. */
const tickedNow = () => Math.floor(Date.now() / tickMs) * tickMs;

/** The present time in milliseconds, to five seconds; null on the server and until React has hydrated what it rendered. */
const useNow = (): number | null => useSyncExternalStore(everyTick, tickedNow, () => null);
