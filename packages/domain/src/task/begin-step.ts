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
  /** A WebP or PNG without secrets. */
  picture?: Uint8Array | undefined;
}

interface BeginStepInput {
  taskId: number;
  accountId: number;
  fence: number;
  /** The present step, from 1. */
  step: number;
  /** As in BegunStep. */
  path?: readonly string[] | null;
  /** Milliseconds since it began; 0 where absent. */
  ms?: number;
  /** As in BegunStep. */
  picture?: Uint8Array | undefined;
  /** Steps before it that have not been recorded, in order. */
  earlier?: readonly BegunStep[];
  /** Whether one of the steps may submit something: from the commit on, the task is never run again. */
  maySubmit: boolean;
}

type Begin = BeginStepInput & { workerId: number };

const beginSteps: Batch<Begin, number[] | undefined, AppContext> = {
  name: "begin_steps",
  max: 256,
  queue: 10_000,
  async run({ db, vault }, begins) {
    const steps = begins.flatMap(({ taskId, accountId, step, path, ms = 0, picture, earlier = [] }) =>
      [...earlier, { step, path, ms, picture }].map((begun) => ({
        ...{ task_id: taskId, step: begun.step, path: begun.path ?? null, ms: begun.ms },
        picture: begun.picture ? vault.seal(begun.picture, [accountId, taskId, "picture"]) : null,
      })),
    );
    const rows = await db.run(beginStepsSql, {
      begins: begins.map(({ taskId, fence, workerId, step, path = null, maySubmit }) => ({
        ...{ task_id: taskId, fence, worker_id: workerId, step, path, may_submit: maySubmit },
      })),
      steps: steps.map((step, n) => ({ n, ...step })),
    });
    const held = new Map(rows.map(({ taskId, picturedIds }) => [taskId, picturedIds]));
    return begins.map(({ taskId }) => held.get(taskId));
  },
};

/**
 * Commits that a step begins, and whether it may submit; such a step touches the page only after that. A task's calls must
 * not overlap. Returns the ids of the steps with pictures, in order; undefined if another worker has the task or it has
 * ended: then drop it.
 */
export async function beginStep({
  ctx,
  input,
}: {
  ctx: Context;
  input: BeginStepInput;
}): Promise<number[] | undefined> {
  const { actor, batch } = requireWorker(ctx);
  return batch(beginSteps, { ...input, workerId: actor.workerId });
}
