import type { Step } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { maySubmit, nameOf, textOf } from "./parameter.ts";

test.each([
  ["text", "text"],
  ["", ""],
  [null, ""],
  [0, "0"],
  [false, "false"],
  [12.5, "12.5"],
  [[1, "a"], '[1,"a"]'],
  [{ a: { b: null } }, '{"a":{"b":null}}'],
  ["_WAIT_FOR_IT_", "_WAIT_FOR_IT_"],
])("the variable's value %j reaches a page as %j", (value, text) => {
  expect(textOf({ variable: "x" }, new Map([["x", value]]))).toBe(text);
});

test("a variable without a value is a fault, not an empty text", () => {
  expect(() => textOf({ variable: "x" }, new Map())).toThrow("has no value");
});

test("an error names a variable, and quotes only what the template fixes", () => {
  expect(nameOf({ variable: "password" })).toBe("what the variable password holds");
  expect(nameOf({ permanent: "#login" })).toBe('"#login"');
});

const late = ["code"];
const selector = { permanent: "#a" };
const steps: [Step, boolean][] = [
  [{ type: "CLICK", selector }, true],
  [{ type: "PRESS_KEY", key: { permanent: "Tab" } }, true],
  [{ type: "FILL_INPUT", selector, value: { variable: "code" } }, true],
  [{ type: "FILL_INPUT", selector, value: { variable: "login" } }, false],
  [{ type: "FILL_INPUT", selector, value: { permanent: "x" } }, false],
  [{ type: "FILL_INPUT", selector: { variable: "code" }, value: { permanent: "x" } }, false],
  [{ type: "OPEN_PAGE", url: { variable: "code" } }, true],
  [{ type: "OPEN_PAGE", url: { variable: "login" } }, false],
  [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } }, false],
  [{ type: "TAKE_SCREENSHOT" }, false],
];

test.each(steps)("whether %j may submit something: %j", (step, expected) => {
  expect(maySubmit(step, late)).toBe(expected);
});
