import type { Db } from "@gatepost/db/connect";
import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { findObjectsSql } from "./find-objects.sql.ts";
import { mergeSorted } from "./merge-sorted.ts";
import { type NamedObjectsRow, namedObjectsSql } from "./named-objects.sql.ts";

export interface ObjectDifferences {
  /** Pictures and solutions whose object the store does not have. */
  missing: number;
  /** Objects that the database does not know, such as those that were uploaded after the backup that was restored. */
  unknown: number;
}

/** Compares the object store with the rows that name its objects; null without a store. Tasks may run meanwhile. */
export async function compareObjects({ ctx }: { ctx: Context }): Promise<ObjectDifferences | null> {
  requireSystem(ctx);
  const { db, objects } = ctx;
  if (!objects) return null;
  let missing = 0;
  const unknown: string[] = [];
  for await (const [row, key] of mergeSorted(rowsOf(db), objects.keys(), ({ objectId }) => objectId)) {
    // Looked up again, because either side may have been read before the other one changed.
    if (!key && row?.isNamed && (await objects.get(row.objectId)) === null)
      missing += await countNamed(db, row.objectId);
    if (!row && key) unknown.push(key);
  }
  return { missing, unknown: unknown.length - (await countKnown(db, unknown)) };
}

const pageSize = 1_000;
const lowestId = "00000000-0000-0000-0000-000000000000";
const isObjectId = (key: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(key);

async function* rowsOf(db: Db): AsyncGenerator<NamedObjectsRow> {
  let rows: NamedObjectsRow[] = [];
  do {
    rows = await db.run(namedObjectsSql, { after: rows.at(-1)?.objectId ?? lowestId, limit: pageSize });
    yield* rows;
  } while (rows.length === pageSize);
}

async function countNamed(db: Db, objectId: string): Promise<number> {
  const rows = await db.run(findObjectsSql, { objectIds: [objectId] });
  return rows.filter(({ isNamed }) => isNamed).length;
}

async function countKnown(db: Db, keys: readonly string[]): Promise<number> {
  const ids = keys.filter(isObjectId);
  let known = 0;
  for (let from = 0; from < ids.length; from += pageSize)
    known += (await db.run(findObjectsSql, { objectIds: ids.slice(from, from + pageSize) })).length;
  return known;
}
