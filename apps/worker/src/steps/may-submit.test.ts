import type { Step } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import type { StepKind } from "./run.ts";
import { maySubmit } from "./steps.ts";

const late = ["code"];
const selector = { permanent: "#a" };
const steps: [Step, boolean][] = [
  [{ type: "CLICK", selector }, true],
  [{ type: "PRESS_KEY", key: { permanent: "Tab" } }, true],
  [{ type: "FILL_INPUT", selector, value: { variable: "code" } }, true],
  [{ type: "FILL_INPUT", selector, value: { variable: "login" } }, false],
  [{ type: "FILL_INPUT", selector, value: { permanent: "x" } }, false],
  [{ type: "FILL_INPUT", selector: { variable: "code" }, value: { permanent: "x" } }, false],
  [{ type: "TYPE_TEXT", value: { permanent: "x" } }, true],
  [{ type: "ASK_AGAIN_IF_ELEMENT", selector, name: { permanent: "code" } }, false],
  [{ type: "OPEN_PAGE", url: { variable: "code" } }, true],
  [{ type: "OPEN_PAGE", url: { variable: "login" } }, false],
  [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } }, false],
  [{ type: "TAKE_SCREENSHOT" }, false],
];

test.each(steps)("whether %j may submit something: %j", (step, expected) => {
  expect(maySubmit(step, late)).toBe(expected);
});

test("a step type that does not say whether it submits and shows something new does not compile", () => {
  const run = async () => {};
  // @ts-expect-error: the answer is missing.
  const silent: StepKind<"CLICK"> = { run, shows: true };
  // @ts-expect-error: a click has no parameter of this name.
  const wrong: StepKind<"CLICK"> = { run, submits: { ifLate: "value" }, shows: true };
  // @ts-expect-error: whether the page may look different afterwards is missing.
  const unseen: StepKind<"CLICK"> = { run, submits: "always" };
  expect([silent, wrong, unseen]).toHaveLength(3);
});
