import type { StepForm } from "@gatepost/contract/step-forms";
import { isObject, type JsonObject } from "./json.ts";

/**
 * A document with its properties in the order in which they are read: of a step, the type first and nested steps last. The
 * database does not keep the order in which they were written.
 */
export function ordered(document: unknown, forms: ReadonlyMap<string, StepForm>): unknown {
  if (!isObject(document)) return document;
  const { name, description, steps, ...rest } = document;
  return defined({ name, description, ...rest, steps: orderedSteps(steps, forms) });
}

function orderedSteps(steps: unknown, forms: ReadonlyMap<string, StepForm>): unknown {
  if (!Array.isArray(steps)) return steps;
  return steps.map((step) => {
    if (!isObject(step)) return step;
    const { type, ...rest } = step;
    const parameters = forms.get(String(type))?.parameters ?? [];
    const nested = new Set(parameters.filter(({ value }) => value.kind === "steps").map((one) => one.name));
    const plain = parameters.filter((one) => !nested.has(one.name)).map((one) => [one.name, rest[one.name]]);
    const lists = [...nested].map((one) => [one, orderedSteps(rest[one], forms)]);
    const known = Object.fromEntries([...plain, ...lists]);
    return defined({ type, ...known, ...defined({ ...rest, ...known }) });
  });
}

function defined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
