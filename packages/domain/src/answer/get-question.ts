import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { StepPicture } from "../task/get-step-picture.ts";
import { readPicture } from "../task/get-step-picture.ts";
import { readTaskResult, type Wait } from "../task/get-task-result.ts";
import { getWaitPictureSql } from "./get-wait-picture.sql.ts";

/** A wait with its identity, as wait_name names it: of two waits for one variable, each asks its own question. */
export type Question = Wait & { id: string };

/** What the holder of an answer link is asked; null while the task does not wait for the link's variable. */
export async function getQuestion({ ctx }: { ctx: Context }): Promise<Question | null> {
  const { accountId, taskId, name } = requireLink(ctx);
  const result = await readTaskResult(ctx, { accountId, taskId, withoutSolution: true });
  if (result.status !== "processing") return null;
  const wait = result.waiting.find((one) => one.name === name);
  return wait ? { ...wait, id: result.version } : null;
}

/** What the page showed when the task's present wait for the link's variable began, masked; null if there is none. */
export async function getWaitPicture({ ctx }: { ctx: Context }): Promise<StepPicture | null> {
  const { accountId, taskId, name } = requireLink(ctx);
  const [found] = await ctx.db.run(getWaitPictureSql, { taskId, name });
  return found ? readPicture(ctx, { accountId, taskId }, found) : null;
}

function requireLink(ctx: Context) {
  if (ctx.actor.kind !== "answer link") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx.actor;
}
