import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, type Args, requireWorker } from "../platform/context.ts";
import type { Held } from "../platform/heartbeat.ts";
import { type BegunSteps, presentPlace, stepRows } from "./begun-steps.ts";
import { beginStepsSql } from "./sql/begin-steps.sql.ts";
import { noteStepSql } from "./sql/note-step.sql.ts";

const beginSteps: Batch<Held & { begun: BegunSteps; workerId: number }, boolean, AppContext> = {
  name: "begin_steps",
  max: 256,
  queue: 10_000,
  async run({ db, vault }, begins) {
    const rows = await db.run(beginStepsSql, {
      begins: begins.map((begin) => ({ ...begin, ...presentPlace(begin.begun), maySubmit: begin.begun.maySubmit })),
      steps: begins.flatMap((begin) => stepRows(vault, begin, begin.begun)),
    });
    const held = new Set(rows.map(({ taskId }) => taskId));
    return begins.map(({ taskId }) => held.has(taskId));
  },
};

/**
 * Commits that steps begin, at least one, and whether one may submit; such a step touches the page only after that. A task's
 * calls must not overlap. Returns false if another worker has the task or it has ended: then drop it.
 */
export async function beginStep({ ctx, input }: Args<Held & { begun: BegunSteps }>): Promise<boolean> {
  const { actor, batch } = requireWorker(ctx);
  return batch(beginSteps, { ...input, workerId: actor.workerId });
}

/**
 * Notes in the timeline what happened in the current step. `hasFailed`: the step, which was optional, has failed. Does nothing
 * if another worker has the task.
 */
export async function noteStep({
  ctx,
  input,
}: Args<{ taskId: number; fence: number; note: string; hasFailed: boolean }>): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.run(noteStepSql, { ...input, workerId: actor.workerId });
}
