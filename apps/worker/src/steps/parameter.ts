import type { Parameter } from "@gatepost/contract/steps";
import { typed } from "@gatepost/domain/task/typed";

/** A parameter's value. Throws if a variable has no value, which createTask and the waits rule out. */
export function textOf(parameter: Parameter, values: ReadonlyMap<string, unknown>): string {
  if (!("variable" in parameter)) return typed(parameter.permanent);
  if (!values.has(parameter.variable)) throw new Error(`The variable ${parameter.variable} has no value yet.`);
  return typed(values.get(parameter.variable));
}

/** A parameter in an error: a value from the template is quoted, a variable is only named. */
export function nameOf(parameter: Parameter): string {
  return "variable" in parameter
    ? `what the variable ${parameter.variable} holds`
    : JSON.stringify(typed(parameter.permanent).slice(0, 200));
}

export function isLate(parameter: Parameter, late: readonly string[]): boolean {
  return "variable" in parameter && late.includes(parameter.variable);
}
