import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, bucketsOf, daysBetween, lastOfMonth, units, usualUnit } from "./days.ts";
import { baselines, rangeBefore, rangeOf } from "./range.ts";
import { testZones } from "./test-zones.ts";

const now = new Date("2026-11-20T12:00:00Z");
const rangeBy = (unit: (typeof units)[number], from: string, to: string, timezone = "UTC") =>
  rangeOf({ from, to, timezone, unit }, now);
const names = (days: readonly { iso: string; last: string }[]) => days.map(({ iso, last }) => `${iso} ${last}`);

test("weeks begin on Monday, months on the first, and both are cut where the range is", () => {
  const weeks = ["2026-11-05 2026-11-08", "2026-11-09 2026-11-15", "2026-11-16 2026-11-20"];
  expect(names(rangeBy("week", "2026-11-05", "2026-11-20").days)).toEqual(weeks);
  const months = ["2024-01-15 2024-01-31", "2024-02-01 2024-02-29", "2024-03-01 2024-03-01"];
  expect(names(rangeBy("month", "2024-01-15", "2024-03-01").days)).toEqual(months);
});

test.for([
  [119, "day"],
  [120, "week"],
  [399, "week"],
  [400, "month"],
] as const)("a chart of %i days is by %s", ([days, unit]) => {
  expect(usualUnit(days)).toBe(unit);
});

test("a month later is the same day, or the month's last", () => {
  expect([addMonths("2026-01-31", 1), addMonths("2026-03-15", -3), addMonths("2024-02-29", -12)]).toEqual([
    "2026-02-28",
    "2025-12-15",
    "2023-02-28",
  ]);
  expect([lastOfMonth("2024-02-03"), lastOfMonth("2026-12-31")]).toEqual(["2024-02-29", "2026-12-31"]);
});

test.for([
  ["day", "2026-11-14", "2026-11-20", "year", "2025-11-14 – 2025-11-20"],
  ["week", "2026-06-01", "2026-11-20", "year", "2025-06-02 – 2025-11-21"],
  ["month", "2025-12-01", "2026-11-20", "previous", "2024-12-01 – 2025-11-20"],
  ["month", "2026-01-01", "2026-10-31", "year", "2025-01-01 – 2025-10-31"],
  ["day", "2024-02-29", "2024-02-29", "year", "2023-02-28 – 2023-02-28"],
] as const)("by %s, %s to %s compared by %s is %s", ([unit, from, to, baseline, before]) => {
  const { days } = rangeBefore(rangeBy(unit, from, to), baseline);
  expect(`${days[0]?.iso} – ${days.at(-1)?.last}`).toBe(before);
});

test("buckets cover their range without gaps, and so does the period before, in as many", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...testZones),
      fc.constantFrom(...units),
      fc.nat(8_000),
      fc.nat(360),
      fc.constantFrom(...baselines),
      (timezone, unit, at, length, baseline) => {
        const from = addDays("2003-01-01", at);
        const to = addDays(from, length);
        const range = rangeBy(unit, from, to, timezone);
        const days = daysBetween(from, to, timezone);
        expect(bucketsOf(days, unit)).toEqual(range.days);
        const before = rangeBefore(range, baseline);
        expect(before.days).toHaveLength(range.days.length);
        expect([range.days[0]?.iso, range.days.at(-1)?.last]).toEqual([from, to]);
        for (const { days: all } of [range, before])
          expect(all.slice(1).map(({ begin, iso }) => [begin, iso])).toEqual(
            all.slice(0, -1).map(({ end, last }) => [end, addDays(last, 1)]),
          );
      },
    ),
    { numRuns: 300 },
  );
});
