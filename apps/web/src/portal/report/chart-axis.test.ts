import fc from "fast-check";
import { expect, test } from "vitest";
import { axisTicks, labelStep } from "./chart-axis.ts";

test.for([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [43, [0, 20, 40, 60]],
  [1_284, [0, 500, 1_000, 1_500]],
] as const)("up to %i the axis says %j", ([most, ticks]) => {
  expect(axisTicks(most)).toEqual(ticks);
});

test("an axis reaches what it shows, in equal whole steps, with few numbers", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (most) => {
      const ticks = axisTicks(most);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(6);
      for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
    }),
  );
});

test("labels are never more than asked for", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 }), fc.integer({ min: 1, max: 12 }), (rows, labels) => {
      expect(Math.ceil(rows / labelStep(rows, labels))).toBeLessThanOrEqual(labels);
    }),
  );
});
