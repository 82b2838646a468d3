import { expect, test } from "vitest";
import { reportMemory } from "./report-memory.ts";

const sums = (n: number) => [new Map([1, 2, 3].map((label) => [String(label), n]))];

test("a report is the same object while what it is made of is equal, and is made anew when it is not", () => {
  const memory = reportMemory<object>(100);
  const first = memory.get("a", "", sums(1), () => ({}));
  expect(memory.get("a", "", sums(1), () => ({}))).toBe(first);
  expect(memory.get("a", "", sums(2), () => ({}))).not.toBe(first);
});

test("a report that is made anew again and again takes no other's place", () => {
  const memory = reportMemory<object>(100);
  const kept = memory.get("kept", "", sums(0), () => ({}));
  for (let n = 0; n < 1_000; n++) memory.get("busy", "", sums(n), () => ({}));
  expect(memory.get("kept", "", sums(0), () => ({}))).toBe(kept);
});

test("it holds so many points and no more", () => {
  const memory = reportMemory<object>(10);
  const first = memory.get("0", "", sums(0), () => ({}));
  for (let n = 1; n < 4; n++) memory.get(String(n), "", sums(0), () => ({}));
  expect(memory.get("0", "", sums(0), () => ({}))).not.toBe(first);
});
