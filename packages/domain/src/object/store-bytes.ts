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

/**
 * Encrypts bytes and uploads them to the object store; without one, and while it is unavailable, they are the row's. The
 * statement that writes the row must delete `objectId` from object_deletion, and write nothing if it is not there: what no row
 * names within an hour is deleted.
 */
export async function storeBytes(
  { db, vault, objects }: Pick<AppContext, "db" | "vault" | "objects">,
  bytes: Uint8Array,
  bound: Bound,
): Promise<StoredBytes> {
  if (objects?.isUsable()) {
    const objectId = randomUUID();
    await db.run(reserveObjectSql, { objectId });
    const key = randomBytes(32).toString("hex");
    const isStored = await objects.put(objectId, createVault(key).seal(bytes, bound)).then(
      () => true,
      // The store reports it. Whatever it got is deleted after the hour.
      () => false,
    );
    if (isStored) return { sealed: vault.seal(key, bound), objectId };
  }
  return { sealed: vault.seal(bytes, bound), objectId: null };
}
