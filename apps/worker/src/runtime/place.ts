import { placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { Step } from "@gatepost/contract/steps";

/** Where a task is. */
export interface Place {
  /** The top-level step that is being run, or nests the one that is, from 1; 0 while the website is opened. */
  number: number;
  /** Empty while the website is opened. */
  path: StepPath;
  type: Step["type"];
}

/** Where a step is, and in which runs of repetitions. */
export interface PlacedRun {
  place: Place;
  runs: readonly number[];
}

export const websitePlace: Place = { number: 0, path: [], type: "OPEN_PAGE" };

export function placeOf(step: Step, path: StepPath): Place {
  return { number: (path[0] as number) + 1, path, type: step.type };
}

export function nameStep({ number, path, type }: Place): string {
  return number === 0 ? "Step 0 (opening websiteURL)" : `Step ${stepPathText(path)} (${type})`;
}

/** The step, and the one that comes after it unless a condition says otherwise; null where there is none. */
export function placeInWords(steps: readonly Step[], place: Place): { step: string; nextStep: string | null } {
  const placed = placedSteps(steps);
  const at = placed.findIndex(({ path }) => stepPathText(path) === stepPathText(place.path));
  const within = place.path.length;
  const next = placed.slice(at + 1).find(({ path }) => place.number === 0 || path.length <= within);
  return { step: nameStep(place), nextStep: next ? nameStep(placeOf(next.step, next.path)) : null };
}

/** The path as it is stored: null for a step that is not nested, because its number says where it is. */
export function storedPath(path: StepPath): string[] | null {
  return path.length > 1 ? path.map(String) : null;
}
