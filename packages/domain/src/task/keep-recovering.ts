import type { ServiceClock } from "../clock/service-clock.ts";
import type { Context } from "../context.ts";
import { observe } from "../observations.ts";
import { repeat } from "../repeat.ts";
import { expireQueuedTasks } from "./expire-queued-tasks.ts";
import { recoverTasks } from "./recover-tasks.ts";
import { releaseAllHeldTasks } from "./release-held-tasks.ts";

/** The queue is checked less often, because all of it is read: 0.2 s of CPU with 100,000 tasks. */
const expiryTicks = 60;
/**
 * Held tasks are released by the process that ends the task before them. This finds those that a process did not release
 * because it died.
 */
const heldTicks = 5;

interface Recovered {
  /** Tasks of lost workers that were returned to the queue. */
  returned: number;
  /** Tasks that were ended: of lost workers, if they may not run again, or queued for over an hour. */
  failed: number;
}

/**
 * Recovers tasks of lost workers, lets held tasks into the queue, and ends what was queued for too long, until the signal is
 * aborted. At each tick of the service, the process that advanced the clock does so. Never rejects.
 */
export function keepRecovering({
  ctx,
  clock,
  signal,
  onRecovered,
  onFault,
}: {
  ctx: Context;
  clock: ServiceClock;
  signal: AbortSignal;
  onRecovered(recovered: Recovered): void;
  onFault(error: unknown): void;
}): Promise<void> {
  const round = async () => {
    const { advanced, recoverable, tick } = await clock.next(signal);
    if (!advanced) return 0;
    const recovered = recoverable ? await recoverTasks({ ctx }) : { returned: 0, failed: 0 };
    if (tick % heldTicks === 0) await releaseAllHeldTasks(ctx);
    if (tick % expiryTicks === 0) recovered.failed += await expireQueuedTasks({ ctx });
    if (recovered.returned + recovered.failed > 0) {
      observe("recovered", recovered);
      onRecovered(recovered);
    }
    return 0;
  };
  return repeat(round, { signal, onFault });
}
