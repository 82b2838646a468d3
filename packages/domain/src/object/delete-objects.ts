import type { ObjectStore } from "@gatepost/db/object-store/object-store";
import type { Run } from "@gatepost/db/statement";
import { completeDeletionsSql } from "./complete-deletions.sql.ts";
import { dueObjectsSql } from "./due-objects.sql.ts";

const batchSize = 100;
const atOnce = 10;

/**
 * Deletes one batch of the objects that no row names, and returns how many. If the store fails, it keeps the rest for the next
 * time; it throws if nothing could be deleted.
 */
export async function deleteObjects(run: Run, objects: ObjectStore): Promise<{ n: number }[]> {
  const due = (await run(dueObjectsSql, { limit: batchSize })).map(({ objectId }) => objectId);
  const deleted: string[] = [];
  for (let from = 0; from < due.length && deleted.length === from; from += atOnce) {
    const part = due.slice(from, from + atOnce);
    const results = await Promise.allSettled(part.map((objectId) => objects.delete(objectId)));
    deleted.push(...part.filter((_, n) => results[n]?.status === "fulfilled"));
    const failed = results.find((result) => result.status === "rejected");
    if (failed && deleted.length === 0) throw failed.reason;
  }
  return run(completeDeletionsSql, { objectIds: deleted });
}
