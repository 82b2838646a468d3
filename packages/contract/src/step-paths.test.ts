import { expect, test } from "vitest";
import { canGoBack, canGoOn, placedSteps, stepPathText } from "./step-paths.ts";
import type { Step } from "./steps.ts";

const click: Step = { type: "CLICK", selector: { permanent: "a" } };

test("nested steps are placed as authors count", () => {
  const branch: Step = { type: "IF_TEXT", text: { permanent: "x" }, then: [click], else: [click, click] };
  const repeat: Step = {
    type: "REPEAT_WHILE_ELEMENT",
    selector: { permanent: "a" },
    max: { permanent: 2 },
    steps: [branch],
  };
  expect(placedSteps([click, repeat]).map(({ path }) => stepPathText(path))).toEqual([
    ...["1", "2", "2.steps.1", "2.steps.1.then.1", "2.steps.1.else.1", "2.steps.1.else.2"],
  ]);
});

test.each([
  [[2], [1], true],
  [[1], [2], false],
  [[3, "then", 1], [0], true],
  [[3, "then", 1], [3, "then", 0], true],
  [[3, "else", 1], [3, "then", 0], false],
  [[4], [3, "then", 0], false],
  [[3, "steps", 1], [0], false],
  [[3, "steps", 2, "then", 0], [3, "steps", 1], true],
  [[3, "steps", 2, "then", 0], [1], false],
] as const)("whether a step at %j may go back to %j: %j", (from, to, expected) => {
  expect(canGoBack(from, to)).toBe(expected);
});

test.each([
  [[], [0], true],
  [[1], [2], true],
  [[1], [0], false],
  [[1], [2, "then", 0], false],
  [[3, "then", 1], [4], true],
  [[3, "then", 1], [3, "then", 2], true],
  [[3, "then", 1], [3, "else", 2], false],
  [[3, "steps", 0], [4], true],
] as const)("whether a step at %j may go on at %j: %j", (from, to, expected) => {
  expect(canGoOn(from, to)).toBe(expected);
});
