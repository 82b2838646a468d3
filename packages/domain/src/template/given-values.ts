import { limits, waitForIt } from "@gatepost/contract/limits";
import { typed } from "../task/typed.ts";
import { matchingWork } from "./pattern.ts";
import type { Requirements } from "./requirements.ts";
import { valueProblem } from "./value-form.ts";

/**
 * What is wrong with the values that createTask brings for variables whose first wait declares a kind or a pattern, as
 * sentences without the values; undefined if nothing is. Together they take no longer to match than one pushed value may.
 */
export function givenProblem({ waits }: Pick<Requirements, "waits">, given: Record<string, unknown>) {
  const problems: string[] = [];
  let work = 0;
  for (const [name, form] of waits) {
    if ((form.kind === null && form.pattern === null) || given[name] === waitForIt) continue;
    const text = typed(given[name]);
    if (form.pattern !== null) work += matchingWork(form.pattern, text);
    if (work > limits.patternWork)
      return "task.variables: The values are too long together for the patterns that the template declares.";
    const problem = valueProblem(form, given[name], text);
    if (problem) problems.push(`task.variables.${name}: ${problem}`);
  }
  return problems.length > 0 ? problems.join(" ") : undefined;
}
