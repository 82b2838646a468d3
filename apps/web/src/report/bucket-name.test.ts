import { expect, test } from "vitest";
import { bucketName, shortMonth } from "./labels.ts";

test.for([
  ["2026-11-16", "2026-11-22", "week", "16 – 22 Nov 2026"],
  ["2026-11-30", "2026-12-06", "week", "30 Nov – 6 Dec 2026"],
  ["2026-12-28", "2027-01-03", "week", "28 Dec 2026 – 3 Jan 2027"],
  ["2026-11-22", "2026-11-22", "week", "22 Nov 2026"],
  ["2026-11-01", "2026-11-30", "month", "Nov 2026"],
  ["2026-11-01", "2026-11-21", "month", "1 – 21 Nov 2026"],
] as const)("%s to %s by %s is %s", ([iso, last, unit, name]) => {
  expect(bucketName({ iso, last }, unit)).toBe(name);
});

test("the label of a month on the axis has its year", () => {
  expect(shortMonth("2026-11-01")).toBe("Nov 26");
});
