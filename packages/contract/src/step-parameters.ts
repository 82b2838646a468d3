import { z } from "zod";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { nestingNames } from "./step-paths.ts";
import type { StepDefinition } from "./steps/define-step.ts";
import { defaultAttempts, defaultListItems, type Step, type StepType, stepDefinitions, timeoutOf } from "./steps.ts";

/** What parameters of these names mean, whatever the step. */
const meanings: ReadonlyMap<string, string> = new Map([
  ["selector", "The element."],
  ["value", "What is typed or chosen."],
  ["url", "An absolute http or https address."],
  ["text", "The text to look for."],
  ["timeout", "Seconds after which the step has failed."],
  ["name", "The variable's name."],
  ["prompt", "What the person or program is asked for; a `text` holds what READ_TEXT read, in quotation marks."],
  ["pattern", "The whole URL, in which `*` stands for any characters."],
  ["maxAge", "Seconds; values pushed longer ago are refused."],
  ["attempts", "How often the value is asked for in total."],
  ["waitTimeout", "Seconds that each further wait may take."],
  ["as", "The name in the result."],
  ["checked", "Whether it should be checked."],
  ["key", "A key or chord, such as Enter or Control+A."],
  ["file", "A variable that holds `{name, type, base64}`."],
  ["content", "The file's bytes in base64."],
  ["seconds", "How long."],
  ["attribute", "An attribute to read in place of the text."],
  ["optional", "`true`: the step's failure is noted, and the task continues."],
  ["steps", "The steps that are repeated."],
  ["then", "Steps for when it is so."],
  ["else", "Steps for when it is not."],
  ["max", "How often the steps are run at most."],
  ["limit", "How many items are read at most."],
  ["fields", "What is read of each match, by name: `{selector, attribute}`, either of which may be left out."],
  ["equals", "The value that it must have."],
  ["kind", "The kind of value."],
  ["options", "The values to choose from, for the kind `choice`."],
  ["from", "The element that is dragged."],
  ["to", "Where it is taken."],
  ["accept", "`true` for OK, `false` for Cancel."],
]);

/** Accepted because templates may have it, but without meaning, so the documentation leaves it out. */
const undocumented: ReadonlySet<string> = new Set(["IF_VALUE.timeout"]);

const standards: Readonly<Record<string, string>> = {
  attempts: String(defaultAttempts),
  limit: defaultListItems.toLocaleString("en"),
  kind: "any JSON",
  waitTimeout: "as the first wait",
};

/** The rows of a step's table: `timeout` and `optional` only where they differ from what all steps have. */
export function ownParameterDocs(type: StepType) {
  return parameterDocs(type).filter(({ name, meaning }) => {
    if (undocumented.has(`${type}.${name}`)) return false;
    if (name === "optional") return false;
    return name !== "timeout" || type === "PAUSE" || meaning !== meanings.get("timeout");
  });
}

/** The parameters of a step type as documentation shows them. */
export function parameterDocs(type: StepType) {
  const shape: Record<string, z.ZodType> = stepDefinitions[type].schema.shape;
  const { meanings: own }: StepDefinition = stepDefinitions[type];
  return parametersOfType(type).map(({ name, optional, forms }) => ({
    name,
    required: !optional,
    /** What it is for; empty if its name says it. */
    meaning: own?.[name] ?? meanings.get(name) ?? "",
    forms,
    /** Which values it takes where the template fixes them, with their limits. */
    value: isNesting(name) ? "a list of steps" : valueText(shape[name], forms),
    standard: name === "timeout" ? timeoutText(type) : optional ? (standards[name] ?? "") : "",
  }));
}

/** The default time of a step type; PAUSE's depends on how long it pauses. */
function timeoutText(type: StepType): string {
  if (type === "PAUSE") return "30 s more than its seconds";
  return `${timeoutOf({ type } as Step)} s`;
}

function valueText(schema: z.ZodType | undefined, forms: readonly string[]): string {
  const fixed = schema && fixedSchema(schema, forms);
  return fixed ? typeText(fixed) : "what the task brings";
}

/** The schema of what a template fixes: of `permanent`, or of the parameter itself where it has no forms. */
export function fixedSchema(schema: z.ZodType, forms: readonly string[]): JsonSchema | undefined {
  const written = jsonSchemaOf(schema);
  if (forms.length === 0) return written;
  return (written.anyOf ?? [written]).map(({ properties }) => properties?.permanent).find(Boolean);
}

export const isNesting = (name: string): boolean => (nestingNames as readonly string[]).includes(name);

function typeText(schema: JsonSchema): string {
  const { type, minimum, maximum, exclusiveMinimum, minLength = 0, maxLength, minItems = 0, maxItems, items } = schema;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((one) => `\`${JSON.stringify(one)}\``).join(", ");
  const count = (n: number) => n.toLocaleString("en");
  switch (type) {
    case "string":
      return maxLength === undefined
        ? "a string"
        : `string of ${minLength > 0 ? "1 to " : "at most "}${count(maxLength)} characters`;
    case "boolean":
      return "`true` or `false`";
    case "number":
    case "integer": {
      const kind = type === "integer" ? "whole number" : "number";
      const lowest = exclusiveMinimum === undefined ? `${minimum ?? ""} to ` : `above ${exclusiveMinimum}, at most `;
      return maximum === undefined ? kind : `${kind} ${lowest === " to " ? "up to " : lowest}${count(maximum)}`;
    }
    case "array":
      return `${minItems} to ${maxItems} ${items ? typeText(items).replace(/^string of 1 to/, "strings of at most") : "items"}`;
    case "object":
      return "an object of 1 to 50 fields";
    default:
      return schema.anyOf ? "see the explanation" : "any JSON";
  }
}

/** A property of a step type other than `type`, according to its schema. */
export interface StepParameter {
  name: string;
  optional: boolean;
  /** The keys of which it has exactly one, such as permanent and variable. Empty: it has another form. */
  forms: readonly string[];
}

/** The properties of a step type, in the order of its schema. */
export function parametersOfType(type: StepType): StepParameter[] {
  return Object.entries(stepDefinitions[type].schema.shape)
    .filter(([name]) => name !== "type")
    .map(([name, schema]) => ({ name, optional: schema instanceof z.ZodOptional, forms: formsOf(schema) }));
}

/** A given step with those parameters in their long form that are valid. Steps that it nests stay as they are. */
export function readParameters(type: StepType, given: Record<string, unknown>): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = stepDefinitions[type].schema.shape;
  const entries = Object.entries(given).map(([name, value]) => {
    const read = isNesting(name) || !Object.hasOwn(shape, name) ? undefined : shape[name]?.safeParse(value);
    return [name, read?.success ? read.data : value];
  });
  return Object.fromEntries(entries);
}

function formsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional) return formsOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf);
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return keys.length === 1 ? keys : [];
}
