import type { Step } from "./steps.ts";

type NestingName = (typeof nestingNames)[number];

/** The place of a step below the document's `steps`: indexes from 0, and names in between, such as `[2, "then", 1]`. */
export type StepPath = readonly (number | NestingName)[];

/** As authors count: `3.then.2` is the second step in `then` of the third one. */
export const stepPathText = (path: readonly (string | number)[]): string =>
  path.map((key) => (typeof key === "number" ? key + 1 : key)).join(".");

export function nestedIn(step: Step): { name: NestingName; steps: readonly Step[] }[] {
  const lists: { name: NestingName; steps: readonly Step[] }[] = [];
  if ("then" in step) lists.push({ name: "then", steps: step.then });
  if ("else" in step && step.else) lists.push({ name: "else", steps: step.else });
  if ("steps" in step) lists.push({ name: "steps", steps: step.steps });
  return lists;
}

/** All steps, nested ones included, in the order in which they are written. */
export function placedSteps(steps: readonly Step[], path: StepPath = []): { step: Step; path: StepPath }[] {
  return steps.flatMap((step, index) => {
    const here = [...path, index];
    const nested = nestedIn(step).flatMap(({ name, steps: inner }) => placedSteps(inner, [...here, name]));
    return [{ step, path: here }, ...nested];
  });
}

/**
 * Whether a task that is at a step has surely passed an earlier one, and may go back to it: the earlier one is before it in
 * its own list, or before one of the steps that it is nested in, up to the run of a repetition that both are in.
 */
export function canGoBack(from: readonly PropertyKey[], to: readonly PropertyKey[]): boolean {
  const list = to.slice(0, -1);
  const [earlier, later] = [to[list.length], from[list.length]];
  if (typeof earlier !== "number" || typeof later !== "number" || earlier >= later) return false;
  if (list.some((key, at) => key !== from[at])) return false;
  return !from.slice(list.length + 1).includes("steps");
}

/**
 * Whether a task that is at a step may go on at a later one: that one is after it, or after a step that it is nested in, in the
 * same list.
 */
export function canGoOn(from: readonly PropertyKey[], to: readonly PropertyKey[]): boolean {
  const list = to.slice(0, -1);
  return list.every((key, at) => key === from[at]) && Number(to[list.length]) > Number(from[list.length] ?? -1);
}

/** The names under which a step nests others. */
export const nestingNames = ["then", "else", "steps"] as const;
