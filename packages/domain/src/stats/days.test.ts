import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, localDay, localTime, rangeOf } from "./days.ts";
import { testZones } from "./test-zones.ts";

function days(from: string, to: string, timezone: string) {
  const range = rangeOf({ from, to, timezone }, new Date("2026-11-20T12:00:00Z"));
  if ("problem" in range) throw new Error(range.problem);
  return range.days;
}

test("without a range: today and the 29 days before, in UTC", () => {
  const range = rangeOf({}, new Date("2026-11-20T23:59:59.999Z"));
  if ("problem" in range) throw new Error(range.problem);
  expect(range.days).toHaveLength(30);
  expect(range.days[0]).toEqual({
    iso: "2026-10-22",
    begin: Date.parse("2026-10-22") / 1000,
    end: Date.parse("2026-10-23") / 1000,
  });
  expect(range.days.at(-1)?.iso).toBe("2026-11-20");
  expect(range.endsToday).toBe(true);
});

test("today is the zone's today", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const last = (timezone: string) => {
    const range = rangeOf({ timezone }, now);
    return "problem" in range ? range.problem : range.days.at(-1)?.iso;
  };
  expect(last("Pacific/Auckland")).toBe("2026-11-21");
  expect(last("Pacific/Pago_Pago")).toBe("2026-11-20");
  expect(localTime(now.getTime(), "Asia/Kathmandu")).toBe("17:45");
});

test.each([
  ["Europe/Paris", "2026-03-29", 23],
  ["Europe/Paris", "2026-10-25", 25],
  ["America/New_York", "2026-03-08", 23],
  ["America/New_York", "2026-11-01", 25],
  ["Australia/Lord_Howe", "2026-04-05", 24.5],
  ["UTC", "2028-02-29", 24],
  // Clocks went forward over midnight: the day began at 01:00.
  ["America/Sao_Paulo", "2018-11-04", 23],
  ["Africa/Cairo", "2026-04-24", 23],
])("in %s, %s has %d hours", (zone, day, hours) => {
  const [only] = days(day, day, zone);
  expect(((only?.end ?? 0) - (only?.begin ?? 0)) / 3600).toBe(hours);
});

test("Samoa skipped a day, which therefore has no hours", () => {
  const [skipped] = days("2011-12-30", "2011-12-30", "Pacific/Apia");
  expect(skipped?.end).toBe(skipped?.begin);
});

test("R11: in any zone days follow each other without a gap, and begin with their first second", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...testZones, ...Intl.supportedValuesOf("timeZone")),
      fc.integer({ min: Date.parse("1990-01-01") / 86_400_000, max: Date.parse("2037-12-31") / 86_400_000 }),
      fc.integer({ min: 0, max: 40 }),
      (zone, dayNumber, length) => {
        const from = new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);
        const report = days(from, addDays(from, length), zone);
        report.forEach((day, index) => {
          if (index > 0) expect(day.begin).toBe(report[index - 1]?.end);
          if (day.end === day.begin) return;
          expect(localDay(day.begin * 1000, zone)).toBe(day.iso);
          expect(localDay(day.begin * 1000 - 1000, zone) < day.iso).toBe(true);
          expect(day.begin % 900).toBe(0);
        });
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  [{ from: "2026-02-30" }, /from must be a day/],
  [{ to: "yesterday" }, /to must be a day/],
  [{ from: "2026-02-02", to: "2026-02-01" }, /must not be after/],
  [{ from: "2025-01-01", to: "2026-01-02" }, /at most 366 days/],
  [{ timezone: "Mars/Olympus" }, /IANA time zone/],
  [{ timezone: "+02:00" }, /IANA time zone/],
])("%j is no range", (input, problem) => {
  const range = rangeOf(input, new Date("2026-11-20T12:00:00Z"));
  expect("problem" in range && range.problem).toMatch(problem);
});

test("a range of 366 days is one", () => {
  expect(days("2027-11-21", "2028-11-20", "UTC")).toHaveLength(366);
});
