import fc from "fast-check";
import { expect, test } from "vitest";
import { reportCache } from "./get-app-stats.ts";
import { centsByDay, errorCounts } from "./series.ts";

test("errors come by count, then by id, and one that did not occur does not come", () => {
  const counts = errorCounts(
    new Map([
      ["ERROR_STEP_FAILED", [2]],
      ["ERROR_ZERO_BALANCE", [2]],
      ["ERROR_VARIABLE_TIMEOUT", [4, 1]],
      ["ERROR_TASK_TIMEOUT", [0]],
    ]),
  );
  expect(counts).toEqual([
    { code: "ERROR_VARIABLE_TIMEOUT", count: 5, values: [4, 1] },
    { code: "ERROR_ZERO_BALANCE", count: 2, values: [2] },
    { code: "ERROR_STEP_FAILED", count: 2, values: [2] },
  ]);
});

test("cents of days add up to the cents of the whole, wherever the range begins", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 }), (before, earned) => {
      const cents = centsByDay(before, earned);
      const total = before + earned.reduce((sum, n) => sum + n, 0);
      expect(cents.reduce((sum, n) => sum + n, 0)).toBe(Math.floor(total / 10_000) - Math.floor(before / 10_000));
      expect(Math.min(...cents)).toBeGreaterThanOrEqual(0);
      const tail = centsByDay(before + (earned[0] ?? 0), earned.slice(1));
      expect(cents.slice(1)).toEqual(tail);
    }),
  );
});

const sums = (n: number) => [new Map([1, 2, 3].map((label) => [String(label), n]))];

test("a report is the same object while its data are equal; others are kept while one changes, up to a number of points", () => {
  const cache = reportCache<object>(100);
  const first = cache.get("a", "", sums(1), () => ({}));
  expect(cache.get("a", "", sums(1), () => ({}))).toBe(first);
  expect(cache.get("a", "", sums(2), () => ({}))).not.toBe(first);

  const kept = cache.get("kept", "", sums(0), () => ({}));
  for (let n = 0; n < 1_000; n++) cache.get("busy", "", sums(n), () => ({}));
  expect(cache.get("kept", "", sums(0), () => ({}))).toBe(kept);

  const small = reportCache<object>(10);
  const evicted = small.get("0", "", sums(0), () => ({}));
  for (let n = 1; n < 4; n++) small.get(String(n), "", sums(0), () => ({}));
  expect(small.get("0", "", sums(0), () => ({}))).not.toBe(evicted);
});
