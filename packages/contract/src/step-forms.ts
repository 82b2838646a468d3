import type { z } from "zod";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { isSelectorName } from "./parameter.ts";
import { fixedSchema, isNesting, parameterDocs, parametersOfType, type StepParameter } from "./step-parameters.ts";
import { formSteps } from "./steps/forms.ts";
import { pageSteps } from "./steps/pages.ts";
import { readingSteps } from "./steps/reading.ts";
import { waitSteps } from "./steps/waits.ts";
import { type StepType, stepDefinitions, stepTypes, templateDocument } from "./steps.ts";

/** How a value is entered. `json`: none of the others, so as JSON. */
export type ValueForm =
  | { kind: "text"; maxLength?: number }
  | { kind: "number"; whole: boolean; min?: number; max?: number }
  | { kind: "boolean" }
  | { kind: "choice"; options: string[] }
  | { kind: "texts" }
  /** One selector, or a list of them. */
  | { kind: "selectors" }
  | { kind: "json" };

export interface ParameterForm {
  name: string;
  /** The name in words. */
  label: string;
  required: boolean;
  /** What it is for; empty if its name says it. */
  meaning: string;
  /**
   * The keys of which the parameter has exactly one, such as `permanent` and `variable`. Empty: its value stands for
   * itself, as of nested steps.
   */
  sources: readonly string[];
  /** How the value of `permanent` is entered, or of the parameter itself where there are no sources. */
  value: ValueForm | { kind: "steps" } | { kind: "flag" };
}

/** `group`: under which a list of types has it. `example`: a new step of this type, with examples in its parameters. */
export type StepForm = ReturnType<typeof stepForms>[number];

/** The forms of all step types, from their schemas, as plain data that a page can receive without the schemas. */
export function stepForms() {
  return stepTypes.map((type) => {
    const meanings = new Map(parameterDocs(type).map(({ name, meaning }) => [name, meaning]));
    return {
      type,
      group: Object.entries(groups).find(([, steps]) => type in steps)?.[0] ?? "Decide and repeat",
      explanation: stepDefinitions[type].explanation,
      example: stepDefinitions[type].example,
      parameters: parametersOfType(type).map(
        (parameter): ParameterForm => ({
          name: parameter.name,
          label: labelOf(parameter.name),
          required: !parameter.optional,
          meaning: meanings.get(parameter.name) ?? "",
          sources: parameter.forms,
          value: valueForm(type, parameter),
        }),
      ),
    };
  });
}

const groups = {
  "Act on the page": formSteps,
  "Wait and ask": waitSteps,
  "Read and keep": readingSteps,
  "Pages, windows and dialogs": pageSteps,
};

/** What forms call a parameter whose own name does not say it. */
const labels: ReadonlyMap<string, string> = new Map([
  ["selector", "Element"],
  ["url", "Address"],
  ["timeout", "Time limit (seconds)"],
  ["name", "Variable"],
  ["prompt", "Question"],
  ["maxAge", "Oldest value (seconds)"],
  ["waitTimeout", "Time limit of further answers (seconds)"],
  ["as", "Name in the result"],
  ["checked", "Should be checked"],
  ["double", "Double click"],
  ["optional", "May fail"],
  ["then", "If so"],
  ["else", "Otherwise"],
  ["max", "Repetitions at most"],
  ["limit", "Items at most"],
  ["equals", "Must equal"],
  ["kind", "Kind of answer"],
  ["options", "Choices"],
  ["from", "Element to drag"],
  ["to", "Where to"],
  ["accept", "Answer with OK"],
  ["engine", "Browser"],
  ["onFailure", "If a step fails"],
  ["keepSession", "Save the session of failed tasks"],
  ["notify", "People to notify"],
]);

const labelOf = (name: string): string => labels.get(name) ?? name.slice(0, 1).toUpperCase() + name.slice(1);

/** The fields of a template's document other than its name and steps. */
export function documentFields(): ParameterForm[] {
  return Object.entries(templateDocument.shape)
    .filter(([name]) => name !== "name" && name !== "steps")
    .map(([name, schema]) => {
      const { description: meaning = "", ...written } = jsonSchemaOf(schema);
      return { name, label: labelOf(name), required: false, meaning, sources: [], value: formOf(written) };
    });
}

function valueForm(type: StepType, { name, forms }: StepParameter): ParameterForm["value"] {
  if (isNesting(name)) return { kind: "steps" };
  if (forms.length > 0 && isSelectorName(type, name)) return { kind: "selectors" };
  const schema = (stepDefinitions[type].schema.shape as Record<string, z.ZodType>)[name] as z.ZodType;
  const fixed = fixedSchema(schema, forms) ?? {};
  return fixed.const === true ? { kind: "flag" } : formOf(fixed);
}

function formOf({ type, enum: options, items, maxLength, ...range }: JsonSchema): ValueForm {
  if (options) return { kind: "choice", options: options.map(String) };
  switch (type) {
    case "string":
      return { kind: "text", ...(maxLength !== undefined && { maxLength }) };
    case "boolean":
      return { kind: "boolean" };
    case "number":
    case "integer":
      return {
        kind: "number",
        whole: type === "integer",
        ...(range.minimum !== undefined && range.minimum > -1e9 && { min: range.minimum }),
        ...(range.exclusiveMinimum !== undefined && { min: range.exclusiveMinimum }),
        ...(range.maximum !== undefined && range.maximum < 1e9 && { max: range.maximum }),
      };
    case "array":
      return items?.type === "string" ? { kind: "texts" } : { kind: "json" };
    default:
      return { kind: "json" };
  }
}
