import type { AppContext, Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readBytes } from "../object/read-bytes.ts";
import { requireAccount } from "../permission.ts";
import { getStepPictureSql } from "./get-step-picture.sql.ts";

export interface StepPicture {
  mediaType: "image/webp" | "image/png";
  base64: string;
}

/**
 * What the page showed at a step of a task of the account, masked, or null. ERROR_NO_SUCH_CAPCHA_ID for a step that the
 * account does not have, or whose pictures were deleted; ERROR_SERVICE_UNAVAILABLE while the object store that has it cannot
 * be reached.
 */
export async function getStepPicture({
  ctx,
  input,
}: Args<{ taskId: number; stepId: number }>): Promise<{ picture: StepPicture | null }> {
  const { actor, db, settings } = requireAccount(ctx, "tasks");
  const { taskId, stepId } = input;
  const { accountId } = actor;
  const pictureSeconds = settings.solutionSeconds;
  const [step] = await db.run(getStepPictureSql, { taskId, stepId, accountId, pictureSeconds });
  if (!step) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return { picture: await readPicture(ctx, { accountId, taskId }, step) };
}

/** The picture of a row with its type, or null. */
export async function readPicture(
  ctx: Pick<AppContext, "vault" | "objects">,
  { accountId, taskId }: { accountId: number; taskId: number },
  { picture, objectId }: { picture: Uint8Array | null; objectId: string | null },
): Promise<StepPicture | null> {
  const bytes = picture && (await readBytes(ctx, { sealed: picture, objectId }, [accountId, taskId, "picture"]));
  return bytes && stepPicture(bytes);
}

function stepPicture(bytes: Buffer): StepPicture {
  const beginsWith = (text: string) => bytes.toString("latin1", 0, text.length) === text;
  // As earlier releases stored a PNG.
  if (beginsWith("iVBORw0KGgo")) return { mediaType: "image/png", base64: bytes.toString("latin1") };
  return { mediaType: beginsWith("\x89PNG") ? "image/png" : "image/webp", base64: bytes.toString("base64") };
}
