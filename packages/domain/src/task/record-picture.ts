import type { Args } from "../context.ts";
import { storeBytes } from "../object/store-bytes.ts";
import { requireWorker } from "../permission.ts";
import { stepIdOf } from "./begun-steps.ts";
import { recordPictureSql } from "./record-picture.sql.ts";

interface RecordPictureInput {
  taskId: number;
  accountId: number;
  fence: number;
  /** The recorded step that it shows, as in BegunStep. */
  nth: number;
  /** A WebP or PNG without secrets. */
  picture: Uint8Array;
}

/**
 * Stores a picture of the page with a step of the task, and returns the step's id in the timeline; null, and nothing is
 * stored, if another worker has the task or it has ended.
 */
export async function recordPicture({ ctx, input }: Args<RecordPictureInput>): Promise<number | null> {
  const { actor, db } = requireWorker(ctx);
  const { taskId, accountId, fence, nth, picture } = input;
  const { sealed, objectId } = await storeBytes(ctx, picture, [accountId, taskId, "picture"]);
  const params = { taskId, fence, workerId: actor.workerId, stepId: stepIdOf(fence, nth), picture: sealed, objectId };
  const [step] = await db.run(recordPictureSql, params);
  return step?.stepId ?? null;
}
