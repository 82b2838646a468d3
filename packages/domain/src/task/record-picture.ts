import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";

export interface RecordPictureInput {
  taskId: number;
  accountId: number;
  fence: number;
  /** The step that it shows, from 1; 0 is the opening of websiteURL. */
  number: number;
  /** A masked PNG. */
  picture: Uint8Array;
}

/** The step's newest row of the task's timeline, by its index; only under the fence. */
const statement = {
  name: "record_picture",
  text: `
    update task_step set picture = $4
     where id = (select max(s.id) from task_step s join task t on t.id = s.task_id
                  where t.id = $1 and t.fence = $2 and t.worker_id = $3 and t.ended_at is null and s.number = $5)`,
};

/** Keeps a picture of the page with the step that is being run. Nothing where the task is in other hands. */
export async function recordPicture({ ctx, input }: { ctx: Context; input: RecordPictureInput }): Promise<void> {
  const { actor, db, vault } = requireWorker(ctx);
  const { taskId, accountId, fence, number, picture } = input;
  const sealed = vault.seal(Buffer.from(picture).toString("base64"), [accountId, taskId, "picture"]);
  await db.sql(statement, [taskId, fence, actor.workerId, sealed, number]);
}
