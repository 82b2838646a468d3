import { isObject, valueAt } from "@gatepost/contract/json-value";
import { isSelectorName } from "@gatepost/contract/parameter";
import { readParameters } from "@gatepost/contract/step-parameters";
import { type StepType, stepDefinitions } from "@gatepost/contract/steps";

/** A place in a document as it was given, with indexes from 0. */
export type Path = readonly PropertyKey[];

/** As authors count: `steps.3.then.2.selector` belongs to the second step nested in the third one. */
export function pathText(path: Path): string {
  return path.map((key) => (typeof key === "number" ? String(key + 1) : nameText(String(key).slice(0, 128)))).join(".");
}

/** A property's name; one that is not made of letters, digits and the like is quoted, and shows what cannot be seen. */
function nameText(name: string): string {
  if (/^[\p{L}\p{N}_$-]+$/u.test(name)) return name;
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(name).replace(/[^\x20-\x7e]/g, escaped);
}

/** A step as it was given, possibly invalid. */
export interface GivenStep {
  step: Record<string, unknown>;
  path: Path;
}

/**
 * All steps of a document, including nested ones, in the order in which they are written. Their parameters are in the long
 * form, as their schemas read them, where they have a valid form.
 */
export function givenSteps(document: unknown): GivenStep[] {
  return isObject(document) ? [...stepsIn(document.steps, ["steps"])] : [];
}

function* stepsIn(list: unknown, path: Path): Generator<GivenStep> {
  if (!Array.isArray(list)) return;
  for (const [index, step] of list.entries()) {
    if (!isObject(step)) continue;
    const type = typeOf(step);
    yield { step: type ? readParameters(type, step) : step, path: [...path, index] };
    for (const [name, value] of Object.entries(step))
      if (!isSelectorName(step.type, name)) yield* stepsIn(value, [...path, index, name]);
  }
}

/** The innermost step that contains a place, and the rest of the path from there. */
export function stepAround(document: unknown, path: Path): (GivenStep & { rest: Path }) | undefined {
  for (let length = path.length; length >= 2; length--) {
    if (typeof path[length - 1] !== "number") continue;
    const step = valueAt(document, path.slice(0, length));
    if (isObject(step) && "type" in step) return { step, path: path.slice(0, length), rest: path.slice(length) };
  }
  return undefined;
}

/** The type of a given step, if it is a known one. */
export function typeOf(step: Record<string, unknown>): StepType | undefined {
  const { type } = step;
  return typeof type === "string" && Object.hasOwn(stepDefinitions, type) ? (type as StepType) : undefined;
}
