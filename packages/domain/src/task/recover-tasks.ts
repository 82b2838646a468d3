import type { Context } from "../context.ts";
import { maxClaims } from "./attempts.ts";
import { endLostWorkersSql } from "./end-lost-workers.sql.ts";
import { endTasks } from "./end-tasks.ts";
import { findUnrepeatableTasksSql } from "./find-unrepeatable-tasks.sql.ts";
import { lost, retriesExhausted } from "./lost.ts";
import { returnLostTasksSql } from "./return-lost-tasks.sql.ts";

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
