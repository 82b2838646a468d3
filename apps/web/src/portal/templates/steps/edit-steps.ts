import { nestingNames } from "@gatepost/contract/step-paths";
import { isObject, type JsonObject, type Place, valueAt, withValue } from "../document.ts";

/** Changes of a document's steps. Each returns the new document and the place of the step concerned. Pure. */
export interface Changed {
  document: unknown;
  place: Place;
}

export const listOf = (place: Place): { list: Place; index: number } => ({
  list: place.slice(0, -1),
  index: Number(place.at(-1)),
});

export function stepsAt(document: unknown, list: Place): unknown[] {
  const found = valueAt(document, list);
  return Array.isArray(found) ? found : [];
}

export function insertStep(document: unknown, list: Place, index: number, step: unknown): Changed {
  const steps = stepsAt(document, list);
  return { document: withValue(document, list, steps.toSpliced(index, 0, step)), place: [...list, index] };
}

/** Without the step; the place is that of the step that follows, or else of the one before. */
export function removeStep(document: unknown, place: Place): Changed {
  const { list, index } = listOf(place);
  const steps = stepsAt(document, list).toSpliced(index, 1);
  return {
    document: withValue(document, list, steps),
    place: [...list, Math.max(0, Math.min(index, steps.length - 1))],
  };
}

export function duplicateStep(document: unknown, place: Place): Changed {
  const { list, index } = listOf(place);
  return insertStep(document, list, index + 1, structuredClone(valueAt(document, place)));
}

/** To before `index` of another list, or of its own; null if that is within the step itself. */
export function moveStepTo(document: unknown, place: Place, list: Place, index: number): Changed | null {
  if (startsWith(list, place)) return null;
  const from = listOf(place);
  const step = valueAt(document, place);
  const isSameList = list.join() === from.list.join();
  if (isSameList && (index === from.index || index === from.index + 1)) return null;
  const { document: without } = removeStep(document, place);
  // Removing the step moves up those that follow it in its list, with what they nest.
  const at = from.list.length;
  const key = list[at];
  const isBehind = startsWith(list, from.list) && typeof key === "number" && key > from.index;
  const target = isBehind ? list.with(at, key - 1) : list;
  return insertStep(without, target, isSameList && index > from.index ? index - 1 : index, step);
}

export type Direction = "up" | "down" | "out" | "in";

/** One place up or down in its list, out of the step that nests it, or into the step before it; null if it cannot. */
export function moveStep(document: unknown, place: Place, direction: Direction): Changed | null {
  const { list, index } = listOf(place);
  if (direction === "up") return index > 0 ? moveStepTo(document, place, list, index - 1) : null;
  if (direction === "down")
    return index < stepsAt(document, list).length - 1 ? moveStepTo(document, place, list, index + 2) : null;
  if (direction === "out") {
    if (list.length < 3) return null;
    const parent = listOf(list.slice(0, -1));
    return moveStepTo(document, place, parent.list, parent.index + 1);
  }
  const before = [...list, index - 1];
  const nested = index > 0 ? nestedLists(valueAt(document, before)).at(-1) : undefined;
  if (!nested) return null;
  const target = [...before, nested];
  return moveStepTo(document, place, target, stepsAt(document, target).length);
}

/** The names under which a step nests others. */
export const nestedLists = (step: unknown): string[] =>
  isObject(step) ? nestingNames.filter((name) => Array.isArray((step as JsonObject)[name])) : [];

const startsWith = (place: Place, beginning: Place): boolean => beginning.every((key, at) => place[at] === key);
