import type { StepType } from "@gatepost/contract/steps";
import type { Vault } from "../vault.ts";

/** A step that a run of a task has begun. */
export interface BegunStep {
  /** Its place among all steps that the run has begun, from 1; 0 is the opening of websiteURL. */
  nth: number;
  /** The top-level step that it is, or that nests it, from 1. */
  step: number;
  /** Of a nested step, its place below the document's steps, from 0; null: it is the step of that number itself. */
  path?: readonly string[] | null;
  type: StepType;
  /** Milliseconds since it began; 0 where absent. */
  ms?: number;
  /** A WebP or PNG without secrets. */
  picture?: Uint8Array | undefined;
}

/** Steps that have begun and are to be recorded, in order. */
export interface BegunSteps {
  steps: readonly BegunStep[];
  /** Whether one of them may submit something: from the commit on, the task is never run again. */
  maySubmit: boolean;
}

interface Held {
  taskId: number;
  accountId: number;
  fence: number;
}

/**
 * Larger than the number of steps in a run, and than any id that the database's sequence gave to a row before workers chose
 * the ids.
 */
const stepsOfRun = 2 ** 32;

/**
 * The id of a step in its task's timeline. The worker chooses it, so that it can refer to a row that is not written yet, and
 * write the row again when the response was lost.
 */
export function stepIdOf(fence: number, nth: number): number {
  return fence * stepsOfRun + nth;
}

/** The rows of the timeline, with their pictures encrypted. */
export function stepRows(vault: Vault, { taskId, accountId, fence }: Held, { steps }: BegunSteps) {
  return steps.map(({ nth, step, path = null, type, ms = 0, picture }) => ({
    ...{ id: stepIdOf(fence, nth), task_id: taskId, step, path, type, ms },
    picture: picture ? vault.seal(picture, [accountId, taskId, "picture"]) : null,
  }));
}
