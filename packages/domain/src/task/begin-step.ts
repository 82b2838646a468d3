import type { Batch } from "../coalesce.ts";
import type { AppContext, Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { beginStepsSql } from "./begin-steps.sql.ts";

interface Begin {
  workerId: number;
  taskId: number;
  fence: number;
  /** From 1. */
  step: number;
  /** Whether the step may submit something. After its commit, the task is never run again. */
  maySubmit: boolean;
}

const beginSteps: Batch<Begin, boolean, AppContext> = {
  name: "begin_steps",
  max: 256,
  queue: 10_000,
  async run({ db }, begins) {
    const rows = await db.run(beginStepsSql, {
      begins: begins.map(({ taskId, fence, workerId, step, maySubmit }) => ({
        ...{ task_id: taskId, fence, worker_id: workerId, step, may_submit: maySubmit },
      })),
    });
    const held = new Set(rows.map(({ taskId }) => taskId));
    return begins.map(({ taskId }) => held.has(taskId));
  },
};

/**
 * Commits that a step begins, and whether it may submit, before the step touches the page. Returns false if another
 * worker has the task or it has ended: then drop it.
 */
export async function beginStep({ ctx, input }: { ctx: Context; input: Omit<Begin, "workerId"> }): Promise<boolean> {
  const { actor, batch } = requireWorker(ctx);
  return batch(beginSteps, { ...input, workerId: actor.workerId });
}
