import { isPasswordName } from "@gatepost/contract/limits";
import { namesIn, type TypedParameter } from "@gatepost/contract/parameter";
import { placedSteps } from "@gatepost/contract/step-paths";
import { parametersOf, type Step, type TemplateDocument } from "@gatepost/contract/steps";
import type { WaitKind } from "@gatepost/contract/steps/waits";
import { summarize, type TemplateVariable } from "./summary.ts";

/** A variable as a form asks for it. */
export interface VariableField extends TemplateVariable {
  /** `element`: a selector, which says where something is on the page. `password`: not shown while it is typed. */
  entry: "element" | "password" | WaitKind;
  /** Of the kind `choice`. */
  options: readonly string[];
  /** Whether a stored secret can take its place: it is only typed into elements, and comes with the task. */
  canBeSecret: boolean;
}

/** How a form asks for each variable of a template, in the order of their first use. */
export function variableFields(document: TemplateDocument): VariableField[] {
  const steps = placedSteps(document.steps).map(({ step }) => step);
  const uses = steps.flatMap(usesIn);
  return summarize(document).variables.map((variable) => {
    const places = uses.filter(({ name }) => name === variable.name).map(({ place }) => place);
    const isAlways = (place: Place) => places.length > 0 && places.every((one) => one === place);
    return {
      ...variable,
      entry: entryOf(variable, places),
      options: steps.flatMap((step) => optionsIn(step, variable.name)).slice(0, 20),
      canBeSecret: !variable.late && isAlways("typed"),
    };
  });
}

/** `joined`: part of a text that is typed. */
type Place = "element" | "typed" | "joined" | "file" | "flag" | "other";

function entryOf({ name, late, kind }: TemplateVariable, places: readonly Place[]): VariableField["entry"] {
  if (kind) return kind;
  if (places.includes("file")) return "file";
  if (places.includes("flag")) return "yes_no";
  if (late || places.length === 0) return "text";
  if (places.every((place) => place === "element")) return "element";
  return isPasswordName(name) ? "password" : "text";
}

function usesIn(step: Step): { name: string; place: Place }[] {
  const compared = step.type === "IF_VALUE" ? [{ name: step.name.permanent, place: "other" as const }] : [];
  return [...compared, ...parametersOf(step).flatMap(([property, parameter]) => usesOf(step, property, parameter))];
}

function usesOf(step: Step, property: string, parameter: TypedParameter): { name: string; place: Place }[] {
  const place = placeOf(step, property);
  if ("variable" in parameter) return [{ name: parameter.variable, place }];
  if ("totp" in parameter) return "variable" in parameter.totp ? [{ name: parameter.totp.variable, place }] : [];
  if (!("text" in parameter)) return [];
  return namesIn(parameter.text).map((name) => ({ name, place: place === "typed" ? "joined" : place }));
}

function placeOf({ type }: Step, property: string): Place {
  if (property === "selector" || (type === "DRAG" && (property === "from" || property === "to"))) return "element";
  if (property === "file") return "file";
  if (property === "checked" || property === "accept") return "flag";
  return property === "value" ? "typed" : "other";
}

function optionsIn(step: Step, name: string): readonly string[] {
  const isIts = step.type === "WAIT_FOR_VARIABLE_VALUE" && step.name.permanent === name;
  return isIts ? (step.options?.permanent ?? []) : [];
}
