import type { z } from "zod";
import { nestingNames } from "./nesting-names.ts";
import { type StepType, stepSchemas } from "./steps.ts";

/** A property of a step type other than `type`, according to its schema. */
export interface StepParameter {
  name: string;
  optional: boolean;
  /** The keys of which it has exactly one, such as permanent and variable. Empty: it has another form. */
  forms: readonly string[];
}

/** The properties of a step type, in the order of its schema. */
export function parametersOfType(type: StepType): StepParameter[] {
  return Object.entries(stepSchemas[type].shape)
    .filter(([name]) => name !== "type")
    .map(([name, schema]) => {
      const { def } = schema as unknown as Schema;
      const inner = def.type === "optional" ? def.innerType : (schema as unknown as Schema);
      return { name, optional: def.type === "optional", forms: formsOf(inner) };
    });
}

/** A given step with those parameters in their long form that are valid. Steps that it nests stay as they are. */
export function readParameters(type: StepType, given: Record<string, unknown>): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = stepSchemas[type].shape;
  const entries = Object.entries(given).map(([name, value]) => {
    const isNested = (nestingNames as readonly string[]).includes(name);
    const read = isNested || !Object.hasOwn(shape, name) ? undefined : shape[name]?.safeParse(value);
    return [name, read?.success ? read.data : value];
  });
  return Object.fromEntries(entries);
}

/** The relevant part of Zod's own description of a schema. */
interface Schema {
  def: Definition;
}

type Definition =
  | { type: "optional"; innerType: Schema }
  | { type: "union"; options: Schema[] }
  | { type: "object"; shape: Record<string, unknown> }
  | { type: "other" };

function formsOf({ def }: Schema): string[] {
  if (def.type === "union") return def.options.flatMap(formsOf);
  const keys = def.type === "object" ? Object.keys(def.shape) : [];
  return keys.length === 1 ? keys : [];
}
