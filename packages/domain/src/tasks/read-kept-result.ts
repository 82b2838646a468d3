import type { Solution } from "@gatepost/contract/solution";
import type { AppContext } from "../platform/context.ts";
import { readBytes, readUploaded, type StoredObject } from "../platform/stored-objects.ts";
import { type FailureReport, type StoredFailureReport, type StoredSolution, unpackJson } from "./finish-task.ts";

type Store = Pick<AppContext, "db" | "vault" | "objects">;

export interface StoredResult {
  accountId: number;
  taskId: number;
  sealed: Uint8Array;
  /** The last picture of the timeline, by its step's id, if it was read with the result. */
  lastPicture?: { id: number; picture: Uint8Array; objectId: null } | undefined;
  /** Called before anything is read that takes much memory. */
  beforeLarge?: (() => Promise<void>) | undefined;
}

/** What a short `sealed` may stand for without being large: bytes when it is inflated, and pictures. */
const maxSmall = { bytes: 1024 * 1024, pictures: 2 };

/**
 * The solution of a ready task with its screenshots, of which the timeline has those that it shows too; null if the object
 * store has lost it.
 */
export async function readSolution(store: Store, result: StoredResult): Promise<Solution | null> {
  const stored = await open<StoredSolution>(store, result);
  if (!stored) return null;
  const stepIds = stored.screenshots.filter((screenshot) => typeof screenshot === "number");
  if (stepIds.length > maxSmall.pictures) await result.beforeLarge?.();
  const pictures = await picturesOf(store, result, stepIds);
  const screenshots = stored.screenshots.map((screenshot) =>
    typeof screenshot === "number" ? (pictures.get(screenshot) ?? "") : screenshot,
  );
  // Earlier releases stored no files.
  return { ...stored, files: stored.files ?? {}, screenshots };
}

/** What is known of a failed task, with the picture of the step that failed, if there is one. */
export async function readFailureReport(store: Store, result: StoredResult): Promise<FailureReport | null> {
  const stored = await open<StoredFailureReport>(store, result);
  if (!stored) return null;
  const { failure, partial } = stored;
  // Earlier releases stored no candidates.
  const { pictureStep, candidates = [], ...rest } = failure;
  const screenshot =
    pictureStep === undefined ? undefined : (await picturesOf(store, result, [pictureStep])).get(pictureStep);
  return { failure: { ...rest, candidates, ...(screenshot && { screenshot }) }, partial };
}

async function open<T extends object>(
  store: Store,
  { accountId, taskId, sealed, beforeLarge }: StoredResult,
): Promise<T | null> {
  const bound = [accountId, taskId, "solution"] as const;
  const stored = store.vault.openBytes(sealed, bound);
  let opened = await unpackJson<T | StoredObject>(stored, maxSmall.bytes);
  if (opened && !("objectKey" in opened)) return opened;
  await beforeLarge?.();
  opened ??= await unpackJson<T | StoredObject>(stored);
  if (!("objectKey" in opened)) return opened;
  const packed = await readUploaded(store, opened, bound);
  return packed && unpackJson<T>(packed);
}

/** Pictures of the timeline in base64, by their step's id. */
async function picturesOf(store: Store, { accountId, taskId, lastPicture }: StoredResult, stepIds: number[]) {
  if (stepIds.length === 0) return new Map();
  const isRead = lastPicture !== undefined && stepIds.length === 1 && stepIds[0] === lastPicture.id;
  const steps = isRead
    ? [lastPicture]
    : await store.db.prisma.taskStep.findMany({
        where: { taskId, id: { in: stepIds } },
        select: { id: true, picture: true, objectId: true },
      });
  const pictures = new Map<number, string>();
  for (const { id, picture, objectId } of steps) {
    const bound = [accountId, taskId, "picture"] as const;
    const bytes = picture && (await readBytes(store, { sealed: picture, objectId }, bound));
    if (bytes) pictures.set(Number(id), bytes.toString("base64"));
  }
  return pictures;
}
