import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "@gatepost/db/connect";
import { type AppContext, type Context, requireSystem } from "./context.ts";
import { DomainError } from "./errors.ts";
import { findObjectsSql } from "./sql/find-objects.sql.ts";
import { type NamedObjectsRow, namedObjectsSql } from "./sql/named-objects.sql.ts";
import { type Bound, createVault } from "./vault.ts";

/**
 * Bytes as a row has them: encrypted themselves; or, with `objectId`, in an object of the store, encrypted by a key of its own,
 * and `sealed` is that key, encrypted. So a change of the installation's secret changes rows only.
 */
interface StoredBytes {
  sealed: Uint8Array;
  objectId: string | null;
}

/** An object, and the key by which it is encrypted. */
export interface StoredObject {
  objectId: string;
  objectKey: string;
}

type Store = Pick<AppContext, "db" | "vault" | "objects">;

/**
 * Encrypts bytes and uploads them to the object store; null without one, and while it is unavailable. The statement that names
 * the object in a row must delete it from object_deletion, and write nothing if it is not there: what no row names within an
 * hour is deleted.
 */
export async function uploadBytes({ db, objects }: Pick<Store, "db" | "objects">, bytes: Uint8Array, bound: Bound) {
  if (!objects?.isUsable()) return null;
  const objectId = randomUUID();
  // An hour is many times as long as an upload may take, and the commit after it.
  await db.prisma.objectDeletion.createMany({ data: { objectId, dueAt: new Date(Date.now() + 3_600_000) } });
  const objectKey = randomBytes(32).toString("hex");
  try {
    await objects.put(objectId, createVault(objectKey).seal(bytes, bound));
  } catch {
    // The store reports it. Whatever it got is deleted after the hour.
    return null;
  }
  return { objectId, objectKey };
}

/** Uploads bytes as above, or encrypts them for the row itself. */
export async function storeBytes(store: Store, bytes: Uint8Array, bound: Bound): Promise<StoredBytes> {
  const object = await uploadBytes(store, bytes, bound);
  const sealed = store.vault.seal(object?.objectKey ?? bytes, bound);
  return { sealed, objectId: object?.objectId ?? null };
}

/** The bytes, decrypted; null if the store no longer has them. ERROR_SERVICE_UNAVAILABLE while it cannot be reached. */
export async function readBytes(
  { vault, objects }: Pick<AppContext, "vault" | "objects">,
  { sealed, objectId }: StoredBytes,
  bound: Bound,
): Promise<Buffer | null> {
  if (objectId === null) return vault.openBytes(sealed, bound);
  return readUploaded({ objects }, { objectId, objectKey: vault.open(sealed, bound) }, bound);
}

/** The bytes that uploadBytes uploaded, as above. */
export async function readUploaded(
  { objects }: Pick<AppContext, "objects">,
  { objectId, objectKey }: StoredObject,
  bound: Bound,
): Promise<Buffer | null> {
  const object = await readObject(objects, objectId);
  return object && createVault(objectKey).openBytes(object, bound);
}

async function readObject(objects: AppContext["objects"], objectId: string): Promise<Buffer | null> {
  try {
    if (objects) return await objects.get(objectId);
  } catch {
    // As below.
  }
  throw new DomainError(
    "ERROR_SERVICE_UNAVAILABLE",
    "The object store, which has the screenshots and large results, cannot be reached. Try again in a moment.",
  );
}

export type ObjectDifferences = NonNullable<Awaited<ReturnType<typeof compareObjects>>>;

/**
 * Compares the object store with the rows that name its objects; null without a store. Tasks may run meanwhile. `missing`: pictures and
 * solutions whose object the store does not have. `unknown`: objects that the database does not know, such as those that were uploaded
 * after the backup that was restored.
 */
export async function compareObjects({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  const { db, objects } = ctx;
  if (!objects) return null;
  let missing = 0;
  const unknown: string[] = [];
  // Both lists are in the same order, and each is read only as far as the other one.
  const keys = objects.keys()[Symbol.asyncIterator]();
  let key = await keys.next();
  for await (const { objectId, isNamed } of rowsOf(db)) {
    for (; !key.done && key.value < objectId; key = await keys.next()) unknown.push(key.value);
    if (!key.done && key.value === objectId) key = await keys.next();
    // Looked up again, because either side may have been read before the other one changed.
    else if (isNamed && (await objects.get(objectId)) === null) {
      const rows = await db.run(findObjectsSql, { objectIds: [objectId] });
      missing += rows.filter((row) => row.isNamed).length;
    }
  }
  for (; !key.done; key = await keys.next()) unknown.push(key.value);
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

async function countKnown(db: Db, keys: readonly string[]): Promise<number> {
  const ids = keys.filter(isObjectId);
  let known = 0;
  for (let from = 0; from < ids.length; from += pageSize)
    known += (await db.run(findObjectsSql, { objectIds: ids.slice(from, from + pageSize) })).length;
  return known;
}
