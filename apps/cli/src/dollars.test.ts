import { expect, test } from "vitest";
import { readDifferenceInDollars, readDollars } from "./arguments.ts";

test("an amount is read, or the error says what an amount is", () => {
  expect(readDollars("0.002")).toBe(2_000n);
  for (const text of ["", "-1", "1e3", "1000000000"])
    expect(() => readDollars(text)).toThrow("an amount in dollars below a billion");
});

test("a difference goes either way, and is not zero", () => {
  expect(["-0.50", "+0.50", "$0.50"].map(readDifferenceInDollars)).toEqual([-500_000n, 500_000n, 500_000n]);
  for (const text of ["0", "-0.000", "--1", "-"]) expect(() => readDifferenceInDollars(text)).toThrow("It must be");
});
