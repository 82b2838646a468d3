import type { Batch } from "../coalesce.ts";
import type { AppContext, Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { beginStepsSql } from "./begin-steps.sql.ts";

export interface BegunStep {
  /** From 1. */
  step: number;
  /** Of a nested step, its place below the document's steps, from 0; null: it is the step of that number itself. */
  path?: readonly string[] | null;
  /** Milliseconds since it began. */
  ms: number;
}

export interface BeginStepInput {
  taskId: number;
  fence: number;
  /** The present step, from 1. */
  step: number;
  /** As in BegunStep. */
  path?: readonly string[] | null;
  /** Milliseconds since it began; 0 where absent. */
  ms?: number;
  /** Steps before it that have not been recorded, in order. */
  earlier?: readonly BegunStep[];
  /** Whether one of the steps may submit something: from the commit on, the task is never run again. */
  maySubmit: boolean;
}

type Begin = BeginStepInput & { workerId: number };

const beginSteps: Batch<Begin, boolean, AppContext> = {
  name: "begin_steps",
  max: 256,
  queue: 10_000,
  async run({ db }, begins) {
    const steps = begins.flatMap(({ taskId, step, path, ms = 0, earlier = [] }) =>
      [...earlier, { step, path, ms }].map((begun) => ({ task_id: taskId, ...begun, path: begun.path ?? null })),
    );
    const rows = await db.run(beginStepsSql, {
      begins: begins.map(({ taskId, fence, workerId, step, path = null, maySubmit }) => ({
        ...{ task_id: taskId, fence, worker_id: workerId, step, path, may_submit: maySubmit },
      })),
      steps: steps.map((step, n) => ({ n, ...step })),
    });
    const held = new Set(rows.map(({ taskId }) => taskId));
    return begins.map(({ taskId }) => held.has(taskId));
  },
};

/**
 * Commits that a step begins, and whether it may submit; such a step touches the page only after that. A task's calls must
 * not overlap. Returns false if another worker has the task or it has ended: then drop it.
 */
export async function beginStep({ ctx, input }: { ctx: Context; input: BeginStepInput }): Promise<boolean> {
  const { actor, batch } = requireWorker(ctx);
  return batch(beginSteps, { ...input, workerId: actor.workerId });
}
