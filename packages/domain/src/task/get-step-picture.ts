import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { getStepPictureSql } from "./get-step-picture.sql.ts";

export interface StepPicture {
  mediaType: "image/webp" | "image/png";
  base64: string;
}

/**
 * What the page showed at a step of a task of the account, masked, or null. ERROR_NO_SUCH_CAPCHA_ID for a step that the
 * account does not have, or whose pictures were deleted.
 */
export async function getStepPicture({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number; stepId: number };
}): Promise<{ picture: StepPicture | null }> {
  const { actor, db, vault, settings } = requireAccount(ctx, "tasks");
  const { taskId, stepId } = input;
  const { accountId } = actor;
  const pictureSeconds = settings.solutionSeconds;
  const [step] = await db.run(getStepPictureSql, { taskId, stepId, accountId, pictureSeconds });
  if (!step) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return { picture: step.picture && stepPicture(vault.openBytes(step.picture, [accountId, taskId, "picture"])) };
}

/** A stored picture with its type. */
export function stepPicture(bytes: Buffer): StepPicture {
  const beginsWith = (text: string) => bytes.toString("latin1", 0, text.length) === text;
  // As earlier releases stored a PNG.
  if (beginsWith("iVBORw0KGgo")) return { mediaType: "image/png", base64: bytes.toString("latin1") };
  return { mediaType: beginsWith("\x89PNG") ? "image/png" : "image/webp", base64: bytes.toString("base64") };
}
