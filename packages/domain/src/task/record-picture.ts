import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { recordPictureSql } from "./record-picture.sql.ts";

export interface RecordPictureInput {
  taskId: number;
  accountId: number;
  fence: number;
  /** The step that it shows, from 1; 0 is the opening of websiteURL. */
  number: number;
  /** Of a nested step, as beginStep got it. */
  path?: readonly string[] | null;
  /** A WebP or PNG without secrets. */
  picture: Uint8Array;
}

/** Stores a picture of the page with the step that is running. Does nothing if another worker has the task. */
export async function recordPicture({ ctx, input }: { ctx: Context; input: RecordPictureInput }): Promise<void> {
  const { actor, db, vault } = requireWorker(ctx);
  const { taskId, accountId, fence, number, path = null, picture } = input;
  const sealed = vault.seal(picture, [accountId, taskId, "picture"]);
  await db.run(recordPictureSql, { taskId, fence, workerId: actor.workerId, number, path, picture: sealed });
}
