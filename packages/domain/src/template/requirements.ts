import { waitForIt } from "@gatepost/contract/limits";
import { parametersOf, type Step } from "@gatepost/contract/steps";

/** What a template requires of a task's variables. */
export interface Requirements {
  /** Every variable that the template uses or waits for, in order of appearance. */
  names: string[];
  /** Where each waited-for variable is first waited for, and the pattern declared there. */
  waits: Map<string, { index: number; pattern: string | null }>;
  /** Where each variable is first used otherwise. */
  uses: Map<string, number>;
}

export function requirementsOf(steps: readonly Step[]): Requirements {
  const names = new Set<string>();
  const waits: Requirements["waits"] = new Map();
  const uses: Requirements["uses"] = new Map();
  steps.forEach((step, index) => {
    for (const [, parameter] of parametersOf(step)) {
      if (!("variable" in parameter)) continue;
      names.add(parameter.variable);
      if (!uses.has(parameter.variable)) uses.set(parameter.variable, index);
    }
    if (step.type === "WAIT_FOR_VARIABLE_VALUE") {
      const name = step.name.permanent;
      names.add(name);
      if (!waits.has(name)) waits.set(name, { index, pattern: step.pattern?.permanent ?? null });
    }
  });
  return { names: [...names], waits, uses };
}

/** The patterns that the waits of a template declare. */
export function patternsOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) =>
    step.type === "WAIT_FOR_VARIABLE_VALUE" && step.pattern ? [step.pattern.permanent] : [],
  );
}

/** What is missing from the given variables, as a sentence; undefined if a task can run (docs/contract.md, error 24). */
export function variablesProblem(requirements: Requirements, given: Record<string, unknown>): string | undefined {
  const missing = requirements.names.filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0)
    return `variables must hold every variable that the template uses. Missing: ${missing.join(", ")}.`;
  for (const name of requirements.names) {
    if (given[name] !== waitForIt) continue;
    const wait = requirements.waits.get(name);
    const use = requirements.uses.get(name) ?? Number.POSITIVE_INFINITY;
    if (!wait || wait.index > use)
      return `The variable ${name} is ${waitForIt}, but the template has no step WAIT_FOR_VARIABLE_VALUE for it before its first use.`;
  }
  return undefined;
}

/** The late variables of a task, with the pattern that the first wait declares. */
export function lateVariables(
  requirements: Requirements,
  given: Record<string, unknown>,
): { name: string; pattern: string | null }[] {
  return [...requirements.waits]
    .filter(([name]) => given[name] === waitForIt)
    .map(([name, { pattern }]) => ({ name, pattern }));
}
