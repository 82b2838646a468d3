import { expect, test } from "vitest";
import { nameOf, textOf } from "./parameter.ts";

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
