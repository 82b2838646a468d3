import { expect, test } from "vitest";
import { dollarsOfCents, whole } from "../format/numbers.ts";
import { changeText } from "./labels.ts";

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
