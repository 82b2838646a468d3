import type { AppContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type Bound, createVault } from "../vault.ts";
import type { StoredBytes, StoredObject } from "./store-bytes.ts";

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
    "The object store, which has the pictures and large results, cannot be reached. Try again in a moment.",
  );
}
