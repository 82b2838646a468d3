import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalsOf, dollarsCell, exactDollars, parseDollars, showDollars } from "./dollars.ts";

test.each([
  ["0", 0n],
  ["25", 25_000_000n],
  ["$1.50", 1_500_000n],
  ["0.000001", 1n],
  ["999999999.999999", 999_999_999_999_999n],
  // What a float would make 8.200000000000001 and 1.0049999999999999 of.
  ["8.2", 8_200_000n],
  ["1.005", 1_005_000n],
])("%s is read as %s millionths", (text, millionths) => {
  expect(parseDollars(text)).toBe(millionths);
});

test.each(["", ".5", "5.", "-1", "1e3", "1,000", "0.0000001", "1000000000", "NaN", " 1", "١"])(
  "%j is no amount",
  (text) => {
    expect(parseDollars(text)).toBeUndefined();
  },
);

test.each([
  [0n, "$0.00"],
  [370_000n, "$0.37"],
  [1_284_500_000n, "$1,284.50"],
  [-1_500_001n, "-$1.500001"],
])("%s millionths are shown as %s", (millionths, text) => {
  expect(showDollars(millionths)).toBe(text);
});

test("the amounts of a column have as many decimals as the finest of them, and at least two", () => {
  const column = [64_590_000n, -64_572_000n, 0n];
  expect(column.map((amount) => showDollars(amount, decimalsOf(column)))).toEqual(["$64.590", "-$64.572", "$0.000"]);
  expect([[], [0n, 500_000n], [1n]].map(decimalsOf)).toEqual([2, 2, 6]);
});

test("a formatted amount is parsed to the same amount", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (millionths) => {
      expect(parseDollars(showDollars(millionths).replaceAll(",", ""))).toBe(millionths);
    }),
  );
});

test("an exact amount has six decimals, whatever its size; a cell of CSV has its digits, also where a float would not", () => {
  expect([0n, 1n, -1n, 2_000n, 9_000_000_000_000_001n].map(exactDollars)).toEqual([
    "0.000000",
    "0.000001",
    "-0.000001",
    "0.002000",
    "9000000000.000001",
  ]);

  expect(
    [0, 1_000_000, -2_000, 100, 10_000_000, 8_999_999_999_999_999].map((amount) => dollarsCell(amount).decimal),
  ).toEqual([...["0", "1", "-0.002", "0.0001", "10"], "8999999999.999999"]);
});
