import type { Parameter, Step, StepType } from "@gatepost/contract/steps";
import { typed } from "@gatepost/domain/task/typed";

/** A parameter as a page gets it. Throws where a variable has no value, which createTask and the waits rule out. */
export function textOf(parameter: Parameter, values: ReadonlyMap<string, unknown>): string {
  if (!("variable" in parameter)) return typed(parameter.permanent);
  if (!values.has(parameter.variable)) throw new Error(`The variable ${parameter.variable} has no value yet.`);
  return typed(values.get(parameter.variable));
}

/** A parameter as an error may name it: what the template fixes is quoted, a variable is only named. */
export function nameOf(parameter: Parameter): string {
  return "variable" in parameter
    ? `what the variable ${parameter.variable} holds`
    : JSON.stringify(typed(parameter.permanent).slice(0, 200));
}

export function isLate(parameter: Parameter, late: readonly string[]): boolean {
  return "variable" in parameter && late.includes(parameter.variable);
}

/** Some forms submit themselves as soon as one of their fields has changed. */
export const mayAlwaysSubmit: readonly StepType[] = [
  "CLICK",
  "PRESS_KEY",
  "SELECT_OPTION",
  "SET_CHECKBOX",
  "UPLOAD_FILE",
];

/**
 * Whether a step may submit something. A code field may submit itself as soon as it is filled, and a link that was sent
 * to a person may work but once.
 */
export function maySubmit(step: Step, late: readonly string[]): boolean {
  if (step.type === "FILL_INPUT") return isLate(step.value, late);
  if (step.type === "OPEN_PAGE") return isLate(step.url, late);
  return mayAlwaysSubmit.includes(step.type);
}
