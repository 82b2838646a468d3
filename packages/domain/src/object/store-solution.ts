import type { WorkerContext } from "../permission.ts";
import type { Bound } from "../vault.ts";
import { nameSolutionSql } from "./name-solution.sql.ts";
import { uploadBytes } from "./store-bytes.ts";

/** Smaller solutions are the row's own: they are most of them, and cost PostgreSQL less than the request to the store. */
const leastBytes = 64 * 1024;

interface Ending {
  taskId: number;
  accountId: number;
  fence: number;
}

/**
 * Encrypts a packed solution for the row of a task that is about to end. A large one is uploaded to the object store, if there
 * is one that is available; what the row then has is the packed `StoredObject`, encrypted.
 */
export async function storeSolution(
  ctx: WorkerContext,
  { taskId, accountId, fence }: Ending,
  packed: Buffer,
): Promise<Buffer> {
  const bound: Bound = [accountId, taskId, "solution"];
  const object = packed.length < leastBytes ? null : await uploadBytes(ctx, packed, bound);
  if (!object) return ctx.vault.seal(packed, bound);
  const { objectId } = object;
  const [named] = await ctx.db.run(nameSolutionSql, { taskId, fence, workerId: ctx.actor.workerId, objectId });
  // Otherwise the task has ended, or is another worker's: nothing of it will be written.
  return ctx.vault.seal(named ? JSON.stringify(object) : packed, bound);
}
