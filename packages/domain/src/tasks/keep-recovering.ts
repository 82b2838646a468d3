import type { ErrorCode } from "@gatepost/contract/errors";
import type { Context } from "../platform/context.ts";
import type { ServiceClock } from "../platform/heartbeat.ts";
import { observe } from "../platform/observations.ts";
import { repeat } from "../platform/unavailable.ts";
import { endTasks, releaseAllHeldTasks } from "./end-tasks.ts";
import { lost, maxClaims, retriesExhausted } from "./finish-task.ts";
import { endLostWorkersSql } from "./sql/end-lost-workers.sql.ts";
import { findExpiredTasksSql } from "./sql/find-expired-tasks.sql.ts";
import { findUnrepeatableTasksSql } from "./sql/find-unrepeatable-tasks.sql.ts";
import { returnLostTasksSql } from "./sql/return-lost-tasks.sql.ts";

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

/** The hour for which a task may wait for a worker. */
const queueTicks = 3_600;

const tooLate: { code: ErrorCode; description: string } = {
  code: "ERROR_NO_SLOT_AVAILABLE",
  description: "No worker was free for an hour. Try again later or raise the bid.",
};

/** Ends tasks that were queued for over an hour of ticks, and returns their number. Any process may run it at any time. */
export async function expireQueuedTasks({ ctx }: { ctx: Context }): Promise<number> {
  let expired = 0;
  for (;;) {
    const found = await ctx.db.run(findExpiredTasksSql, { queueTicks });
    const ends = await Promise.all(
      found.map((task) => ctx.batch(endTasks, { ...task, workerId: null, solution: null, error: tooLate })),
    );
    const ended = ends.filter(({ status }) => status === "ended").length;
    expired += ended;
    if (ended === 0) return expired;
  }
}

/**
 * Ends the registrations of workers whose lease has expired, and recovers their tasks. Any process may run it at any
 * time, also several at once: each decision is conditional on the task's fence.
 */
export async function recoverTasks({ ctx }: { ctx: Context }): Promise<{ returned: number; failed: number }> {
  await ctx.db.run(endLostWorkersSql);
  const [tasks] = await ctx.db.run(returnLostTasksSql, { maxClaims });
  const found = await ctx.db.run(findUnrepeatableTasksSql, { maxClaims });
  const ends = await Promise.all(
    found.map(({ maySubmit, ...task }) =>
      ctx.batch(endTasks, {
        ...task,
        solution: null,
        error: maySubmit ? lost : retriesExhausted,
      }),
    ),
  );
  return {
    returned: tasks?.returned ?? 0,
    failed: ends.filter(({ status }) => status === "ended").length,
  };
}
