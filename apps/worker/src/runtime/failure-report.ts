import { stepPathText } from "@gatepost/contract/step-paths";
import type { FailureContext, StoredFailureReport } from "@gatepost/domain/task/failure-report";
import type { Run } from "../steps/run.ts";
import { addressAt } from "./describe.ts";
import type { Place } from "./place.ts";
import type { TimelinePictures } from "./timeline-pictures.ts";

/** What a failed task reports besides its error, once the pictures of its timeline are written. */
export async function failureReport(
  run: Run,
  place: Place,
  pictures: Pick<TimelinePictures, "stepOf">,
  context: Partial<FailureContext> = {},
): Promise<StoredFailureReport> {
  const { texts, data } = run.results;
  const address = addressAt(place.type, run);
  const pictureStep = await pictures.stepOf(place);
  return {
    failure: {
      step: stepPathText(place.path) || "0",
      type: place.type,
      url: /^https?:/.test(address) ? address : "",
      ...(pictureStep !== null && { pictureStep }),
      ...context,
    },
    partial: { texts: Object.fromEntries(texts), data: Object.fromEntries(data) },
  };
}
