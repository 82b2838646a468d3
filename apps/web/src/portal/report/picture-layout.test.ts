import { expect, test } from "vitest";
import { placeLegend, wrapText } from "./chart-picture.ts";

test("a legend of sixteen names wraps into further rows within the picture", () => {
  const names = Array.from({ length: 16 }, (_, n) => 60 + 13 * n);
  const placed = placeLegend(names, 600);
  for (const [index, { x }] of placed.entries()) expect(x + 15 + (names[index] ?? 0)).toBeLessThanOrEqual(600);
  expect(new Set(placed.map(({ x, row }) => `${x} ${row}`)).size).toBe(16);
  expect(placed.at(-1)?.row).toBeGreaterThan(1);
});

test("text wraps between words, and a word that is too long is not broken", () => {
  expect(wrapText("one two three sesquipedalian", 9, (text) => text.length)).toEqual([
    "one two",
    "three",
    "sesquipedalian",
  ]);
});
