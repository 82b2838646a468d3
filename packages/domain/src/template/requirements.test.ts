import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { lateVariables, requirementsOf, variablesProblem } from "./requirements.ts";

const fill = (variable: string): Step => ({ type: "FILL_INPUT", selector: { permanent: "#x" }, value: { variable } });
const wait = (name: string): Step => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } });

test.each<[sentence: string, steps: Step[], given: Record<string, unknown>, problem: RegExp | undefined]>([
  ["all that is used is given", [fill("a")], { a: 1 }, undefined],
  ["a value may be null", [fill("a")], { a: null }, undefined],
  ["all missing ones are named", [fill("a"), fill("b"), fill("c")], { b: 1 }, /Missing: a, c\./],
  ["a variable that is only waited for is used too", [wait("a")], {}, /Missing: a\./],
  ["an inherited property is no value", [fill("toString")], {}, /Missing: toString/],
  ["extra variables are ignored", [fill("a")], { a: 1, b: waitForIt }, undefined],
  ["a late one with a wait before its use", [wait("a"), fill("a")], { a: waitForIt }, undefined],
  ["a late one without a wait", [fill("a")], { a: waitForIt }, /no step WAIT_FOR_VARIABLE_VALUE/],
  ["a late one with its wait after the first use", [fill("a"), wait("a")], { a: waitForIt }, /before its first use/],
  ["a wait whose variable has an ordinary value", [wait("a"), fill("a")], { a: "x" }, undefined],
  ["a wait whose value is never used is a gate", [wait("a")], { a: waitForIt }, undefined],
])("%s", (_, steps, given, problem) => {
  const found = variablesProblem(requirementsOf(steps), given);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

test("late variables are those that a wait names and the caller leaves open", () => {
  const requirements = requirementsOf([wait("a"), wait("b"), fill("c")]);
  expect(lateVariables(requirements, { a: waitForIt, b: "x", c: waitForIt })).toEqual([{ name: "a", pattern: null }]);
});
