import { expect, test } from "vitest";
import { didYouMean, nearest } from "./errors.ts";

const names = ["CLICK", "PRESS_KEY", "WAIT_FOR_TEXT", "WAIT_FOR_TEXT_GONE", "WAIT_FOR_URL"];

test.each([
  ["CLIK", ["CLICK"]],
  ["click", ["CLICK"]],
  ["WAIT_FOR_TXT", ["WAIT_FOR_TEXT", "WAIT_FOR_URL"]],
  ["SOLVE_CAPTCHA", []],
  ["", []],
  ["x".repeat(100_000), []],
])("%s may mean %j", (typed, near) => {
  expect(nearest(typed, names)).toEqual(near);
});

test("the sentence lists what may be meant", () => {
  expect(didYouMean("ab", ["abc", "abd", "xyz"])).toBe('Did you mean "abc" or "abd"? ');
  expect(didYouMean("ab", [])).toBe("");
});
