import type { StepPath } from "@gatepost/contract/step-paths";
import type { Step, StepOf } from "@gatepost/contract/steps";
import type { Branch } from "../steps/run.ts";

/** Where a walk is. */
export interface Visit {
  step: Step;
  path: StepPath;
  /** Of each repetition that the step is in, the outermost first: which of its runs this is, from 1. */
  runs: readonly number[];
}

export type RepetitionVisit = Visit & { step: StepOf<"REPEAT_WHILE_ELEMENT"> };

/** What to run after a step: the steps that it nests, or the next one; or another step of its list, or of one that it is nested in. */
export type Visited = { branch: Branch } | { to: StepPath };

interface Walker {
  /** Runs one step, without those that it nests. */
  visit(visit: Visit): Promise<Visited>;
  /** Called with the error of a step that failed, itself or in what it nests. Rejects where the walk is over. */
  failed(visit: Visit, error: unknown): Promise<void>;
  /** Called when a repetition has run its steps as often as it may. */
  exhausted(visit: RepetitionVisit): void;
}

/**
 * Visits steps in the order in which a task runs them, from `start` on, without those that it is nested in; `runs`: in which runs of
 * the repetitions that it is nested in, the first of each if left out.
 */
export async function walkSteps(
  steps: readonly Step[],
  walker: Walker,
  start: StepPath = [],
  runs: readonly number[] = [],
): Promise<void> {
  await walkList(steps, walker, [], [], { path: start, runs });
}

/** Where a list or a step begins: the path below it, and the runs of the repetitions on it. */
interface Start {
  path: StepPath;
  runs: readonly number[];
}

const atFirst: Start = { path: [], runs: [] };

/** Returns the step to go to where that is outside this list. */
async function walkList(
  steps: readonly Step[],
  walker: Walker,
  at: StepPath,
  runs: readonly number[],
  start = atFirst,
): Promise<StepPath | undefined> {
  let [index = 0, ...below] = start.path as [number, ...StepPath];
  let inner: Start = { path: below, runs: start.runs };
  while (index < steps.length) {
    const visit = { step: steps[index] as Step, path: [...at, index], runs };
    const to = await walkStep(visit, walker, inner).catch((error) => walker.failed(visit, error));
    inner = atFirst;
    if (to && to.length !== visit.path.length) return to;
    index = to ? (to.at(-1) as number) : index + 1;
  }
  return undefined;
}

/** `start`: the branch and the step in it with which it begins, in place of the step itself. */
async function walkStep(visit: Visit, walker: Walker, start: Start): Promise<StepPath | undefined> {
  const { step, path, runs } = visit;
  const repeats = step.type === "REPEAT_WHILE_ELEMENT";
  let [entered, ...below] = start.path as [Branch, ...StepPath];
  const [first = 1, ...innerRuns] = repeats ? start.runs : [1, ...start.runs];
  let inner: Start = { path: below, runs: innerRuns };
  for (let run = first; ; run++) {
    const visited = entered ? { branch: entered } : await walker.visit(visit);
    if ("to" in visited) return visited.to;
    const { branch } = visited;
    const nested = branch && (step as { [B in "then" | "else" | "steps"]?: readonly Step[] })[branch];
    if (!nested) return undefined;
    const to = await walkList(nested, walker, [...path, branch], repeats ? [...runs, run] : runs, inner);
    entered = undefined;
    inner = atFirst;
    if (to || !repeats) return to;
    if (run >= step.max.permanent) {
      walker.exhausted({ ...visit, step });
      return undefined;
    }
  }
}
