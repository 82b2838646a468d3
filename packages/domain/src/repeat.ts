import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "./unavailable.ts";

const pauseMs = 1_000;
const longestPauseMs = 30_000;

/** Milliseconds before the next attempt: a second, and twice as long after each further failure, up to half a minute. */
export function pauseAfter(failures: number): number {
  return Math.min(pauseMs * 2 ** Math.max(0, failures - 1), longestPauseMs);
}

interface Repetition {
  signal: AbortSignal;
  /** Called with each failure, except where the database is unavailable, which the service's clock reports. */
  onFault(error: unknown): void;
}

/**
 * Runs `round` repeatedly until the signal is aborted: after the milliseconds that it returns, and after a failure at
 * least a second later. While the database is unavailable it is retried every second; after other failures the pause
 * grows. Never rejects.
 */
export async function repeat(round: () => Promise<number>, { signal, onFault }: Repetition): Promise<void> {
  let faults = 0;
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await round();
      faults = 0;
    } catch (error) {
      if (signal.aborted) return;
      const unavailable = isUnavailable(error);
      if (!unavailable) onFault(error);
      faults = unavailable ? 0 : faults + 1;
      pause = pauseAfter(faults);
    }
    if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => {});
  }
}
