import type { AppContext } from "../context.ts";
import { readBytes } from "../object/read-bytes.ts";
import type { FailureReport, StoredFailureReport } from "./failure-report.ts";
import { getStepPicturesSql } from "./get-step-pictures.sql.ts";
import { unpackJson } from "./packed-json.ts";
import type { Solution, StoredSolution } from "./solution.ts";

type Store = Pick<AppContext, "db" | "vault" | "objects">;

interface Kept {
  accountId: number;
  taskId: number;
  sealed: Uint8Array;
}

/** The solution of a ready task with its screenshots, of which the timeline has those that it shows too. */
export async function readSolution(store: Store, kept: Kept): Promise<Solution> {
  const stored = await open<StoredSolution>(store, kept);
  const stepIds = stored.screenshots.filter((screenshot) => typeof screenshot === "number");
  const pictures = await picturesOf(store, kept, stepIds);
  const screenshots = stored.screenshots.map((screenshot) =>
    typeof screenshot === "number" ? (pictures.get(screenshot) ?? "") : screenshot,
  );
  // Earlier releases stored no files.
  return { ...stored, files: stored.files ?? {}, screenshots };
}

/** What is known of a failed task, with the picture of the step that failed, if there is one. */
export async function readFailureReport(store: Store, kept: Kept): Promise<FailureReport> {
  const { failure, partial } = await open<StoredFailureReport>(store, kept);
  const { pictureStep, ...place } = failure;
  const screenshot =
    pictureStep === undefined ? undefined : (await picturesOf(store, kept, [pictureStep])).get(pictureStep);
  return { failure: { ...place, ...(screenshot && { screenshot }) }, partial };
}

async function open<T extends object>({ vault }: Store, { accountId, taskId, sealed }: Kept): Promise<T> {
  return unpackJson<T>(vault.openBytes(sealed, [accountId, taskId, "solution"]));
}

/** Pictures of the timeline in base64, by their step's id. */
async function picturesOf(store: Store, { accountId, taskId }: Kept, stepIds: number[]): Promise<Map<number, string>> {
  const steps = stepIds.length > 0 ? await store.db.run(getStepPicturesSql, { taskId, stepIds }) : [];
  const pictures = new Map<number, string>();
  for (const { stepId, picture, objectId } of steps) {
    const bytes = await readBytes(store, { sealed: picture, objectId }, [accountId, taskId, "picture"]);
    if (bytes) pictures.set(stepId, bytes.toString("base64"));
  }
  return pictures;
}
