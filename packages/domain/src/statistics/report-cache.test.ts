import { expect, test } from "vitest";
import { reportCache } from "./get-app-stats.ts";

const sums = (n: number) => [new Map([1, 2, 3].map((label) => [String(label), n]))];

test("a report is the same object while its data are equal, and a new one when they change", () => {
  const cache = reportCache<object>(100);
  const first = cache.get("a", "", sums(1), () => ({}));
  expect(cache.get("a", "", sums(1), () => ({}))).toBe(first);
  expect(cache.get("a", "", sums(2), () => ({}))).not.toBe(first);
});

test("a report that changes repeatedly does not evict others", () => {
  const cache = reportCache<object>(100);
  const kept = cache.get("kept", "", sums(0), () => ({}));
  for (let n = 0; n < 1_000; n++) cache.get("busy", "", sums(n), () => ({}));
  expect(cache.get("kept", "", sums(0), () => ({}))).toBe(kept);
});

test("it holds a limited number of points", () => {
  const cache = reportCache<object>(10);
  const first = cache.get("0", "", sums(0), () => ({}));
  for (let n = 1; n < 4; n++) cache.get(String(n), "", sums(0), () => ({}));
  expect(cache.get("0", "", sums(0), () => ({}))).not.toBe(first);
});
