import { setTimeout as sleep } from "node:timers/promises";
import { isDomainError } from "@gatepost/domain/platform/errors";
import type { ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { logFault } from "@gatepost/domain/platform/log";
import { unlessAborted } from "@gatepost/domain/platform/signal";
import { isUnavailable, pauseAfter } from "@gatepost/domain/platform/unavailable";

/** An error other than an unavailable database does not go away by itself. */
const maxFailures = 3;

interface KeepTryingOptions {
  signal: AbortSignal;
  clock: Pick<ServiceClock, "next">;
  /** Milliseconds before the next attempt after that many such errors. */
  pause?: (faults: number) => number;
}

/**
 * Runs an action on the database, and retries while the database is unavailable: after each successful heartbeat.
 * Rejects with the signal's reason as soon as it is aborted, and with any other error at once.
 */
export async function keepTrying<T>(
  action: () => Promise<T>,
  { signal, clock, pause = pauseAfter }: KeepTryingOptions,
): Promise<T> {
  for (let faults = 0; ; ) {
    try {
      return await unlessAborted(action(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isUnavailable(error) || (isDomainError(error) && error.code === "ERROR_SERVICE_UNAVAILABLE")) {
        await clock.next(signal);
        continue;
      }
      faults += 1;
      logFault("fault", error);
      if (faults === maxFailures) throw error;
      await unlessAborted(sleep(pause(faults)), signal);
    }
  }
}
