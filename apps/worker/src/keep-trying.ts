import { setTimeout as sleep } from "node:timers/promises";
import { isDomainError } from "@gatepost/domain/errors";
import { isUnavailable } from "@gatepost/domain/unavailable";
import { unlessAborted } from "./abort.ts";
import { log, originOf } from "./log.ts";

const firstPause = 50;
const longestPause = 1_000;
/** A fault that is not the database's absence will not heal by itself. */
const mostFaults = 3;

/**
 * Does a deed on the database, again and again with growing pauses while the database is away. Rejects with the
 * signal's reason as soon as it is aborted, and with the error itself where it is a fault of ours.
 */
export async function keepTrying<T>(deed: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let faults = 0;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await unlessAborted(deed(), signal);
    } catch (error) {
      signal.throwIfAborted();
      const away = isUnavailable(error) || (isDomainError(error) && error.code === "ERROR_SERVICE_UNAVAILABLE");
      if (!away) {
        faults += 1;
        log("fault", originOf(error));
        if (faults === mostFaults) throw error;
      }
      await unlessAborted(sleep(pause), signal);
    }
  }
}
