import { type Args, requireWorker } from "../platform/context.ts";
import { handBackSql } from "./sql/hand-back.sql.ts";
import { leaveWaitSql } from "./sql/leave-wait.sql.ts";
import { type TakeControlParams, takeControlSql } from "./sql/take-control.sql.ts";

/** `holder`: as receipts say it: "user …", "link 7". `name`: for people. */
type Controlled = Omit<TakeControlParams, "workerId">;

/**
 * A person takes a task's page over: from then on the task counts as one that may have submitted something. Returns false if the
 * worker does not hold the task any more.
 */
export async function takeControl({ ctx, input }: Args<Controlled>): Promise<boolean> {
  const { actor, db } = requireWorker(ctx);
  const [found] = await db.run(takeControlSql, { ...input, workerId: actor.workerId });
  return found?.held ?? false;
}

/** They hand it back. Calling it again does nothing. */
export async function handBack({ ctx, input: { taskId, fence, name } }: Args<Controlled>): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.run(handBackSql, { taskId, fence, name, workerId: actor.workerId });
}

/** Goes on without a value that a wait is for. `supplied`: it came meanwhile. */
export async function leaveWait({
  ctx,
  input,
}: Args<{ taskId: number; fence: number; name: string }>): Promise<"left" | "supplied" | "gone"> {
  const { actor, db } = requireWorker(ctx);
  const [found] = await db.run(leaveWaitSql, { ...input, workerId: actor.workerId });
  if (!found?.held) return "gone";
  return found.left ? "left" : "supplied";
}
