import { expect, test } from "vitest";
import { compact, dollars, dollarsOfCents, percent, share, whole } from "./numbers.ts";

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

test("whole numbers have commas, beyond 2^53 too", () => {
  expect([0, 999, 1_000, 1_284_500].map(whole)).toEqual(["0", "999", "1,000", "1,284,500"]);
  expect(whole(9_007_199_254_740_993n)).toBe("9,007,199,254,740,993");
});

test("an axis has short numbers", () => {
  expect([0, 0.5, 999, 1_250, 999_949, 999_950, 2_000_000, 3e9, 4e12].map(compact)).toEqual([
    ...["0", "0.5", "999", "1.3K", "999.9K", "1M", "2M", "3B", "4T"],
  ]);
});

test("a part is shown to a tenth of a percent", () => {
  expect([0, 0.0004, 0.125, 0.25, 0.99951, 1, 12.5].map(percent)).toEqual([
    ...["0%", "0%", "12.5%", "25%", "100%", "100%", "1,250%"],
  ]);
});

test("a share of what was counted is zero only if there is nothing, and all only if it is all", () => {
  expect([0, 1e-9, 0.0004, 0.0005, 0.125].map(share)).toEqual(["0%", "<0.1%", "<0.1%", "0.1%", "12.5%"]);
  expect([0.9994, 0.9995, 0.999999, 1, 12.5].map(share)).toEqual(["99.9%", ">99.9%", ">99.9%", "100%", "1,250%"]);
});
