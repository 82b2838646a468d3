import { waitForIt } from "@gatepost/contract/limits";
import { namesIn, secretIn, type TypedParameter } from "@gatepost/contract/parameter";
import { listProblems } from "@gatepost/contract/problems";
import { nestedIn, placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import { keepsText, parametersOf, type Step, type StepOf } from "@gatepost/contract/steps";
import { formText, type ValueForm } from "./value-form.ts";

export interface Requirements {
  /** Every variable that the template uses or waits for, in order of appearance. */
  names: string[];
  /** Where each waited-for variable is first waited for, and the form declared there. */
  waits: Map<string, { path: StepPath } & ValueForm>;
  /** The first use of each variable that a task may reach without having waited for it. */
  unwaited: Map<string, StepPath>;
  /** Where each stored secret is first used. */
  secrets: Map<string, StepPath>;
  /** Where each text is first read; a `{"variable": …}` of the same name does not stand for it. */
  reads: Map<string, StepPath>;
}

export function requirementsOf(steps: readonly Step[]): Requirements {
  const names = new Set<string>();
  const waits: Requirements["waits"] = new Map();
  const secrets: Requirements["secrets"] = new Map();
  const reads: Requirements["reads"] = new Map();
  for (const { step, path } of placedSteps(steps))
    if (keepsText(step) && !reads.has(step.as.permanent)) reads.set(step.as.permanent, path);
  for (const { step, path } of placedSteps(steps)) {
    for (const name of secretsOf(step)) if (!secrets.has(name)) secrets.set(name, path);
    for (const name of variablesOf(step, reads)) names.add(name);
    if (step.type !== "WAIT_FOR_VARIABLE_VALUE") continue;
    const name = step.name.permanent;
    names.add(name);
    if (!waits.has(name)) waits.set(name, { path, ...formOf(step) });
  }
  const unwaited: Requirements["unwaited"] = new Map();
  follow(steps, [], new Set(), { reads, unwaited });
  return { names: [...names], waits, unwaited, secrets, reads };
}

type Names = Pick<ReadonlySet<string>, "has">;

/** The names under which a template keeps texts; in a joined text they stand for these. */
export function readNames(steps: readonly Step[]): Set<string> {
  return new Set(placedSteps(steps).flatMap(({ step }) => (keepsText(step) ? [step.as.permanent] : [])));
}

/** The names under which a template keeps files, in the order of its steps. */
export function fileNames(steps: readonly Step[]): string[] {
  return placedSteps(steps).flatMap(({ step }) => (step.type === "DOWNLOAD_FILE" ? [step.as.permanent] : []));
}

/** The stored secrets that a template types, or whose codes it types. */
export function secretNames(steps: readonly Step[]): string[] {
  return [...new Set(placedSteps(steps).flatMap(({ step }) => secretsOf(step)))];
}

/** The variables that a step itself uses, those of steps that it nests left out. */
export function variablesOf(step: Step, reads: Names): string[] {
  const used = parametersOf(step).flatMap(([, parameter]) => variablesIn(parameter, reads));
  if (step.type === "IF_VALUE" && !reads.has(step.name.permanent)) used.push(step.name.permanent);
  return used;
}

/** The stored secrets that a step itself uses. */
function secretsOf(step: Step): string[] {
  return parametersOf(step).flatMap(([, parameter]) => secretIn(parameter) ?? []);
}

function variablesIn(parameter: TypedParameter, reads: Names): string[] {
  if ("variable" in parameter) return [parameter.variable];
  if ("totp" in parameter) return "variable" in parameter.totp ? [parameter.totp.variable] : [];
  return "text" in parameter ? namesIn(parameter.text).filter((name) => !reads.has(name)) : [];
}

/** Follows every path; `waited` is what all paths to here have waited for. Returns the same for what comes after. */
function follow(
  steps: readonly Step[],
  at: StepPath,
  before: ReadonlySet<string>,
  found: { reads: Names; unwaited: Requirements["unwaited"] },
): ReadonlySet<string> {
  let waited = before;
  for (const [index, step] of steps.entries()) {
    const path = [...at, index];
    for (const name of variablesOf(step, found.reads))
      if (!waited.has(name) && !found.unwaited.has(name)) found.unwaited.set(name, path);
    if (step.type === "WAIT_FOR_VARIABLE_VALUE") waited = new Set([...waited, step.name.permanent]);
    const ends = nestedIn(step).map(({ name, steps: inner }) => follow(inner, [...path, name], waited, found));
    // Both branches count only together; a repetition may have no run, and what is optional may end anywhere.
    const [one, other] = ends;
    if (one && other && !("optional" in step && step.optional)) waited = one.intersection(other);
  }
  return waited;
}

export function formOf({ kind, options, pattern }: StepOf<"WAIT_FOR_VARIABLE_VALUE">): ValueForm {
  return { kind: kind?.permanent ?? null, options: options?.permanent ?? [], pattern: pattern?.permanent ?? null };
}

export function patternsOf(steps: readonly Step[]): string[] {
  return placedSteps(steps).flatMap(({ step }) =>
    step.type === "WAIT_FOR_VARIABLE_VALUE" && step.pattern ? [step.pattern.permanent] : [],
  );
}

/** What is missing from the given variables, as a sentence; undefined if a task can run (docs/contract.md, error 24). */
export function variablesProblem(requirements: Requirements, given: Record<string, unknown>): string | undefined {
  const problems: string[] = [];
  const missing = requirements.names.filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0)
    problems.push(
      `variables must hold every variable that the template uses. Missing: ${missing.join(", ")}.`,
      ...missing.flatMap((name) => readInstead(name, requirements.reads) ?? []),
    );
  for (const name of requirements.names) {
    if (given[name] !== waitForIt) continue;
    const someWays = waitOnSomeWays(name, requirements);
    if (someWays)
      problems.push(`The variable ${name} is ${waitForIt}, but the template can use it without a wait. ${someWays}`);
    else if (!requirements.waits.has(name) || requirements.unwaited.has(name))
      problems.push(
        `The variable ${name} is ${waitForIt}, but the template has no step WAIT_FOR_VARIABLE_VALUE for it before its first use.`,
      );
  }
  return problems.length > 0 ? listProblems(problems) : undefined;
}

/** For a variable that only some ways to its use wait for: where it should be waited for, as a sentence. */
export function waitOnSomeWays(name: string, { waits, unwaited }: Pick<Requirements, "waits" | "unwaited">) {
  const [wait, use] = [waits.get(name)?.path, unwaited.get(name)];
  if (!wait || !use) return undefined;
  const shared = wait.findIndex((key, index) => key !== use[index]);
  // In the step that uses it, or after that one.
  if (use[shared] === undefined || Number(wait[shared]) > Number(use[shared])) return undefined;
  // The IF or repetition that the wait is in, and the use is not, or in its other branch.
  const around = wait.slice(0, typeof wait[shared] === "number" ? shared + 1 : shared);
  const branches = wait[around.length] === "steps" ? "" : ", or in both of its branches";
  return `Not every way to step ${stepPathText(use)} waits for ${name}: wait for it before step ${stepPathText(around)}${branches}.`;
}

/** For a variable that has the name of a text: where that is read, and how a step uses it. */
export function readInstead(name: string, reads: Requirements["reads"]): string | undefined {
  const path = reads.get(name);
  return path && `${name} is read by step ${stepPathText(path)}: write {"text": "{{${name}}}"} to use that text.`;
}

/** The late variables of a task, with the form that the first wait declares. */
export function lateVariables(requirements: Requirements, given: Record<string, unknown>) {
  return [...requirements.waits]
    .filter(([name]) => given[name] === waitForIt)
    .map(([name, form]) => ({ name, form: formText(form) }));
}
