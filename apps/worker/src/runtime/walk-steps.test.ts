import { type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { Step } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { type Visit, type Visited, walkSteps } from "./walk-steps.ts";

const click: Step = { type: "CLICK", selector: { permanent: "a" } };
const branch = (then: Step[], otherwise?: Step[]): Step => ({
  type: "IF_ELEMENT",
  selector: { permanent: "a" },
  then,
  ...(otherwise && { else: otherwise }),
});
const repeat = (max: number, steps: Step[]): Step => ({
  type: "REPEAT_WHILE_ELEMENT",
  selector: { permanent: "a" },
  max: { permanent: max },
  steps,
});

/** The places that are visited, with the runs of repetitions. */
async function visited(
  steps: Step[],
  answer: (visit: Visit, place: string) => Visited | undefined = () => undefined,
  start?: StepPath,
): Promise<string[]> {
  const places: string[] = [];
  const walker: Parameters<typeof walkSteps>[1] = {
    async visit(visit) {
      const place = [stepPathText(visit.path), ...visit.runs].join("#");
      places.push(place);
      const usual = visit.step.type === "IF_ELEMENT" ? "then" : visit.step.type === "CLICK" ? undefined : "steps";
      return answer(visit, place) ?? { branch: usual };
    },
    async failed({ step, path }, error) {
      if (!("optional" in step && step.optional)) throw error;
      places.push(`${stepPathText(path)} failed`);
    },
    exhausted({ step, path, runs }) {
      places.push(`${[stepPathText(path), ...runs].join("#")} ended after ${step.max.permanent}`);
    },
  };
  await walkSteps(steps, walker, start);
  return places;
}

test("a branch runs the steps that were chosen, or none", async () => {
  const steps = [branch([click, click], [click]), click];
  expect(await visited(steps)).toEqual(["1", "1.then.1", "1.then.2", "2"]);
  const otherwise = (_: Visit, place: string) => (place === "1" ? { branch: "else" as const } : undefined);
  expect(await visited(steps, otherwise)).toEqual(["1", "1.else.1", "2"]);
  expect(await visited([branch([click]), click], otherwise)).toEqual(["1", "2"]);
});

test("a repetition looks before each run and ends at its maximum", async () => {
  expect(await visited([repeat(2, [click]), click])).toEqual([
    ...["1", "1.steps.1#1", "1", "1.steps.1#2"],
    "1 ended after 2",
    "2",
  ]);
  let looks = 0;
  const once = ({ step }: Visit) =>
    step.type === "REPEAT_WHILE_ELEMENT" && ++looks > 1 ? { branch: undefined } : undefined;
  expect(await visited([repeat(9, [click])], once)).toEqual(["1", "1.steps.1#1", "1"]);
});

test("a step goes back to an earlier one, also out of what nests it", async () => {
  let backs = 0;
  const again = (_: Visit, place: string) =>
    place === "3.then.2" && ++backs < 3 ? { to: backs === 1 ? [1] : ([2, "then", 0] as const) } : undefined;
  expect(await visited([click, click, branch([click, click])], again)).toEqual([
    "1",
    "2",
    "3",
    "3.then.1",
    "3.then.2",
    "2",
    "3",
    "3.then.1",
    "3.then.2",
    "3.then.1",
    "3.then.2",
  ]);
});

test("a step goes on at a later one, also out of what nests it", async () => {
  const ahead = (_: Visit, place: string) => (place === "2.then.1" ? { to: [3] } : undefined);
  expect(await visited([click, branch([click, click]), click, click], ahead)).toEqual(["1", "2", "2.then.1", "4"]);
});

test("the walk goes on after an optional step, whose nested steps may fail, and ends at any other", async () => {
  const fails = (_: Visit, place: string): Visited | undefined => {
    if (place.endsWith("1.then.1")) throw new Error("failed");
    return undefined;
  };
  const optional = { ...branch([click, click]), optional: true } as Step;
  expect(await visited([optional, click], fails)).toEqual(["1", "1.then.1", "1 failed", "2"]);
  await expect(visited([branch([click]), click], fails)).rejects.toThrow("failed");
});

test("a walk begins at any step, in the branch that holds it, and goes on as from there", async () => {
  const steps = [click, branch([click], [click, click]), repeat(2, [click, click]), click];
  const rest = ["3", "3.steps.1#1", "3.steps.2#1", "3", "3.steps.1#2", "3.steps.2#2", "3 ended after 2", "4"];
  expect(await visited(steps, undefined, [3])).toEqual(["4"]);
  expect(await visited(steps, undefined, [2])).toEqual(rest);
  expect(await visited(steps, undefined, [1, "else", 1])).toEqual(["2.else.2", ...rest]);
  expect(await visited(steps, undefined, [2, "steps", 1])).toEqual(["3.steps.2#1", ...rest.slice(3)]);
});
