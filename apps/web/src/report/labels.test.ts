import { errorCodes } from "@gatepost/contract/errors";
import { expect, test } from "vitest";
import { dollarsOfCents, whole } from "../format/numbers.ts";
import { bucketName, changeText, colourOf, shortMonth } from "./labels.ts";

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

const usual = { comparable: true, empty: false, unfinishedDay: false };
const text = (
  total: number,
  before: number,
  comparison: Partial<typeof usual> = {},
  show: (value: number) => string = whole,
) =>
  changeText(
    { total, before, change: before === 0 ? null : (total - before) / before },
    { ...usual, ...comparison },
    show,
  );

test("a change names its direction and size", () => {
  expect(text(1_006, 804)).toBe("up 25.1%");
  expect(text(600, 804)).toBe("down 25.4%");
  expect(text(804, 804)).toBe("unchanged");
  expect(text(1, 100_000)).toBe("down >99.9%");
  expect(text(100_001, 100_000)).toBe("about the same");
});

test.for([
  ["nothing before", 12, 0, {}, "0 before"],
  ["nothing at all", 0, 0, {}, ""],
  ["nothing now", 0, 1_204, {}, "1,204 before"],
  ["a handful before", 4, 1, {}, "1 before"],
  ["a day that is not over", 40, 100, { unfinishedDay: true }, "100 before"],
  ["an empty range", 0, 100, { empty: true }, ""],
  ["an application that is newer than the period before", 40, 100, { comparable: false }, "no earlier data"],
] as const)("no percentage: %s", ([, total, before, comparison, said]) => {
  expect(text(total, before, comparison)).toBe(said);
});

test("money is compared in dollars", () => {
  expect(text(0, 4_217, {}, dollarsOfCents)).toBe("$42.17 before");
});

test("every error code has a different colour, and anything else has the accent colour", () => {
  const colours = ["", ...errorCodes].map(colourOf);
  expect(new Set(colours).size).toBe(colours.length);
  expect(colourOf("")).toBe("var(--accent)");
});
