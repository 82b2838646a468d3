import { randomBytes, randomUUID } from "node:crypto";
import type { AppContext } from "../context.ts";
import { type Bound, createVault } from "../vault.ts";
import { reserveObjectSql } from "./reserve-object.sql.ts";

/**
 * Bytes as a row has them: encrypted themselves; or, with `objectId`, in an object of the store, encrypted by a key of its own,
 * and `sealed` is that key, encrypted. So a change of the installation's secret changes rows only.
 */
export interface StoredBytes {
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
export async function uploadBytes(
  { db, objects }: Pick<Store, "db" | "objects">,
  bytes: Uint8Array,
  bound: Bound,
): Promise<StoredObject | null> {
  if (!objects?.isUsable()) return null;
  const objectId = randomUUID();
  await db.run(reserveObjectSql, { objectId });
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
