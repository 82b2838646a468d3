import type { PartialResult, Solution, TaskFailure } from "@gatepost/contract/solution";
import type { FailureContext } from "../platform/errors.ts";

/** A solution as it is stored. A screenshot that the timeline has is its step's id there. */
export type StoredSolution = Omit<Solution, "screenshots"> & { screenshots: (string | number)[] };

/** What is known of a failed task beyond its error. */
export interface FailureReport {
  failure: TaskFailure;
  partial: PartialResult;
}

/** A failure report as it is stored. The timeline has the picture: `pictureStep` is its step's id there. */
export interface StoredFailureReport {
  failure: Omit<TaskFailure, "screenshot" | keyof FailureContext> & Partial<FailureContext> & { pictureStep?: number };
  partial: PartialResult;
}
