import type { ErrorCode } from "@gatepost/contract/errors";
import type { Context } from "../context.ts";
import { endTasks } from "./end-tasks.ts";
import { findExpiredTasksSql } from "./find-expired-tasks.sql.ts";

/** The hour for which a task may wait for a worker. */
const queueTicks = 3_600;

const tooLate: { code: ErrorCode; description: string } = {
  code: "ERROR_NO_SLOT_AVAILABLE",
  description: "No worker was free for an hour. Try again later or raise the bid.",
};

/** Ends tasks that were queued for over an hour of ticks, and returns their number. Any process may run it at any time. */
export async function expireQueuedTasks({ ctx }: { ctx: Context }): Promise<number> {
  const found = await ctx.db.run(findExpiredTasksSql, { queueTicks });
  const ends = await Promise.all(
    found.map((task) => ctx.batch(endTasks, { ...task, workerId: null, solution: null, error: tooLate })),
  );
  return ends.filter(({ status }) => status === "ended").length;
}
