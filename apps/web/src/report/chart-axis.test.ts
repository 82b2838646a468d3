import fc from "fast-check";
import { expect, test } from "vitest";
import { axisTicks, labelledRows, lineParts, plot } from "./chart-axis.ts";

test.for([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [43, [0, 20, 40, 60]],
  [1_284, [0, 500, 1_000, 1_500]],
] as const)("up to %i the axis says %j", ([max, ticks]) => {
  expect(axisTicks(max)).toEqual(ticks);
});

test("an axis covers the data in a few equal whole steps", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (max) => {
      const ticks = axisTicks(max);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeLessThanOrEqual(6);
      for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
    }),
  );
});

test("labels are evenly apart, do not touch, and stay in the picture", () => {
  const width = fc.integer({ min: 200, max: 1_200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 }), width, fc.integer({ min: 20, max: 60 }), (rows, width, label) => {
      const labelled = labelledRows(rows, width, label);
      expect(labelled.length).toBeGreaterThan(0);
      const middles = labelled.map((row) => ((row + 0.5) / rows) * width);
      for (const [index, middle] of middles.entries()) {
        expect(middle - (middles[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThan(label);
        expect(middle + label / 2).toBeLessThanOrEqual(width + plot.right + 0.001);
      }
      const steps = new Set(labelled.slice(1).map((row, index) => row - (labelled[index] ?? 0)));
      expect(steps.size).toBeLessThanOrEqual(1);
    }),
  );
});

test("a line goes through complete rows, and on to the one that is under way", () => {
  expect(lineParts([false, false, false])).toEqual({ whole: [0, 1, 2], open: [] });
  expect(lineParts([false, false, true])).toEqual({ whole: [0, 1], open: [1, 2] });
  expect(lineParts([false, true, true, true]), "later hours").toEqual({ whole: [0], open: [0, 1] });
  expect(lineParts([true, true])).toEqual({ whole: [], open: [0] });
});
