import { isObject, valueAt } from "@gatepost/contract/json-value";
import { nestingNames } from "@gatepost/contract/step-paths";
import { type JsonObject, type Path, withValue } from "../document.ts";

/** Changes of a document's steps. Each returns the new document and the path of the step concerned. Pure. */
export interface Changed {
  document: unknown;
  path: Path;
}

export const listOf = (path: Path): { list: Path; index: number } => ({
  list: path.slice(0, -1),
  index: Number(path.at(-1)),
});

export function stepsAt(document: unknown, list: Path): unknown[] {
  const found = valueAt(document, list);
  return Array.isArray(found) ? found : [];
}

export function insertStep(document: unknown, list: Path, index: number, step: unknown): Changed {
  const steps = stepsAt(document, list);
  return { document: withValue(document, list, steps.toSpliced(index, 0, step)), path: [...list, index] };
}

/** Without the step; the path is that of the step that follows, or else of the one before. */
export function removeStep(document: unknown, path: Path): Changed {
  const { list, index } = listOf(path);
  const steps = stepsAt(document, list).toSpliced(index, 1);
  return {
    document: withValue(document, list, steps),
    path: [...list, Math.max(0, Math.min(index, steps.length - 1))],
  };
}

export function duplicateStep(document: unknown, path: Path): Changed {
  const { list, index } = listOf(path);
  return insertStep(document, list, index + 1, structuredClone(valueAt(document, path)));
}

/** To before `index` of another list, or of its own; null if that is within the step itself. */
export function moveStepTo(document: unknown, path: Path, list: Path, index: number): Changed | null {
  if (startsWith(list, path)) return null;
  const from = listOf(path);
  const step = valueAt(document, path);
  const isSameList = list.join() === from.list.join();
  if (isSameList && (index === from.index || index === from.index + 1)) return null;
  const { document: without } = removeStep(document, path);
  // Removing the step moves up those that follow it in its list, with what they nest.
  const at = from.list.length;
  const key = list[at];
  const isBehind = startsWith(list, from.list) && typeof key === "number" && key > from.index;
  const target = isBehind ? list.with(at, key - 1) : list;
  return insertStep(without, target, isSameList && index > from.index ? index - 1 : index, step);
}

export type Direction = "up" | "down" | "out" | "in";

/** One position up or down in its list, out of the step that nests it, or into the step before it; null if it cannot. */
export function moveStep(document: unknown, path: Path, direction: Direction): Changed | null {
  const { list, index } = listOf(path);
  if (direction === "up") return index > 0 ? moveStepTo(document, path, list, index - 1) : null;
  if (direction === "down")
    return index < stepsAt(document, list).length - 1 ? moveStepTo(document, path, list, index + 2) : null;
  if (direction === "out") {
    if (list.length < 3) return null;
    const parent = listOf(list.slice(0, -1));
    return moveStepTo(document, path, parent.list, parent.index + 1);
  }
  const before = [...list, index - 1];
  const nested = index > 0 ? nestedLists(valueAt(document, before)).at(-1) : undefined;
  if (!nested) return null;
  const target = [...before, nested];
  return moveStepTo(document, path, target, stepsAt(document, target).length);
}

/** The names under which a step nests others. */
export const nestedLists = (step: unknown): string[] =>
  isObject(step) ? nestingNames.filter((name) => Array.isArray((step as JsonObject)[name])) : [];

const startsWith = (path: Path, beginning: Path): boolean => beginning.every((key, at) => path[at] === key);
