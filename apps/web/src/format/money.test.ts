import { expect, test } from "vitest";
import { dollars, dollarsOfCents } from "./numbers.ts";

test.for([
  [0, "$0.00"],
  [1, "$0.000001"],
  [2_000, "$0.002"],
  [1_284_500_000, "$1,284.50"],
  [-500_000, "−$0.50"],
  [9_000_000_000_000_000, "$9,000,000,000.00"],
  [9_007_199_254_740_991, "$9,007,199,254.740991"],
] as const)("%i millionths are %s", ([millionths, text]) => {
  expect(dollars(millionths)).toBe(text);
});

test("cents are shown to the cent", () => {
  expect([0, 7, 307, 128_450].map(dollarsOfCents)).toEqual(["$0.00", "$0.07", "$3.07", "$1,284.50"]);
});
