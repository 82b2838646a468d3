import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { getStepPictureSql } from "./get-step-picture.sql.ts";

/**
 * What the page showed at a step of a task of the account: a masked PNG in base64, or null. ERROR_NO_SUCH_CAPCHA_ID for
 * a step that the account does not have, or whose pictures were deleted.
 */
export async function getStepPicture({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number; stepId: number };
}): Promise<{ png: string | null }> {
  const { actor, db, vault, settings } = requireAccount(ctx);
  const { taskId, stepId } = input;
  const { accountId } = actor;
  const pictureSeconds = settings.solutionSeconds;
  const [step] = await db.run(getStepPictureSql, { taskId, stepId, accountId, pictureSeconds });
  if (!step) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return { png: step.picture && vault.open(step.picture, [accountId, taskId, "picture"]) };
}
