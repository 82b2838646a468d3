import { expect, test } from "vitest";
import { withSteps } from "./task-facts.ts";

const step = (stepId: number, outcome: string | null = "done") => ({ stepId, outcome });

test("steps that are known are replaced in their page, and new ones join the last one", () => {
  const pages = [
    { items: [step(1), step(2)], next: 2 },
    { items: [step(3, null)], next: null },
  ];
  expect(withSteps(pages, [step(2, "failed"), step(3), step(4, null)])).toEqual([
    { items: [step(1), step(2, "failed")], next: 2 },
    { items: [step(3), step(4, null)], next: null },
  ]);
});

test("new steps wait until the pages before them are loaded", () => {
  const pages = [{ items: [step(1)], next: 1 }];
  expect(withSteps(pages, [step(1), step(9)])).toEqual(pages);
});
