import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isLong, size } from "../platform/test-size.ts";
import { addDays, addMonths, bucketsOf, daysBetween, lastOfMonth, localTime, units, usualUnit } from "./days.ts";
import { type Baseline, rangeBefore, rangeOf } from "./range.ts";
import { testZones } from "./test-zones.ts";

if (isLong) vi.setConfig({ testTimeout: 1_200_000 });

test("a range is today and the 29 days before, in UTC or another zone, or up to 366 days that are named", () => {
  const range = rangeOf({}, new Date("2026-11-20T23:59:59.999Z"));
  expect(range.days).toHaveLength(30);
  expect(range.days[0]).toEqual({
    iso: "2026-10-22",
    last: "2026-10-22",
    begin: Date.parse("2026-10-22") / 1000,
    end: Date.parse("2026-10-23") / 1000,
  });
  expect(range.days.at(-1)?.iso).toBe("2026-11-20");
  expect(range.endsToday).toBe(true);

  const now = new Date("2026-11-20T12:00:00Z");
  const last = (timezone: string) => rangeOf({ timezone }, now).days.at(-1)?.iso;
  expect(last("Pacific/Auckland")).toBe("2026-11-21");
  expect(last("Pacific/Pago_Pago")).toBe("2026-11-20");
  expect(localTime(now.getTime(), "Asia/Kathmandu")).toBe("17:45");

  const input = { from: "2027-11-21", to: "2028-11-20" };
  expect(rangeOf(input, new Date()).days).toHaveLength(366);
});

test.each([
  ["Europe/Paris", "2026-03-29", 23],
  ["Europe/Paris", "2026-10-25", 25],
  ["Australia/Lord_Howe", "2026-04-05", 24.5],
  ["UTC", "2028-02-29", 24],
  // Clocks went forward over midnight: the day began at 01:00.
  ["America/Sao_Paulo", "2018-11-04", 23],
  ["Africa/Cairo", "2026-04-24", 23],
])("in %s, %s has %d hours", (zone, day, hours) => {
  const [only] = daysBetween(day, day, zone);
  expect(((only?.end ?? 0) - (only?.begin ?? 0)) / 3600).toBe(hours);
});

/**
 * When each day begins, from the zone's clock read every five minutes: the first at which its date is that day's or a
 * later one. Kiritimati was 10:40 behind until 1979; St John's turned its clocks back a minute after midnight.
 */
function scannedBegins(from: string, length: number, timezone: string): number[] {
  const dates = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
  const begins: number[] = [];
  for (let at = Date.parse(from) - 86_400_000; begins.length < length; at += 300_000) {
    const date = dates.format(at);
    while (begins.length < length && date >= addDays(from, begins.length)) begins.push(at / 1000);
  }
  return begins;
}

// Those that took a change of their clocks back the soonest.
const hasty = ["America/Recife", "America/Boa_Vista", "Asia/Gaza"];
// Liberia's clocks were half a minute off all others until 1972.
const others = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "Africa/Monrovia");

test("R11: the days of a range are those that the zone's clock shows, from 1971 to 2037", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...testZones, ...hasty, ...others),
      fc.integer({ min: 365, max: 68 * 365 }),
      fc.integer({ min: 1, max: 366 }),
      (zone, dayNumber, length) => {
        const from = new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);
        const known = daysBetween(from, addDays(from, length - 1), zone);
        expect(known.map(({ begin }) => begin)).toEqual(scannedBegins(from, length, zone));
      },
    ),
    { numRuns: size(10, 1_000) },
  );
});

test.each([
  ["America/Recife", "2000-10-08"],
  ["America/Boa_Vista", "2000-10-08"],
  ["Asia/Gaza", "2040-10-20"],
  ["Africa/Casablanca", "2026-02-15"],
  // Days of two midnights.
  ["America/Havana", "2026-11-01"],
  ["America/St_Johns", "2006-10-29"],
])("R11: in %s the change of the clocks on %s is seen from any first day", (zone, changed) => {
  const scanned = scannedBegins(addDays(changed, -9), 54, zone);
  for (let before = 0; before < 10; before++) {
    const from = addDays(changed, -before);
    const begins = daysBetween(from, addDays(from, 44), zone).map(({ begin }) => begin);
    expect(begins).toEqual(scanned.slice(9 - before, 54 - before));
  }
});

test.each([
  [{ from: "2026-02-30" }, /from must be a day/],
  [{ to: "yesterday" }, /to must be a day/],
  [{ from: "2026-02-02", to: "2026-02-01" }, /must not be after/],
  [{ from: "2025-01-01", to: "2026-01-02" }, /at most 366 days/],
  [{ timezone: "Mars/Olympus" }, /IANA time zone/],
  [{ timezone: "+02:00" }, /IANA time zone/],
  [{ from: "2026-02-30", to: "yesterday", timezone: "Mars/Olympus" }, /^from must .* to must .* timezone must /],
])("%j is no range", (input, problem) => {
  expect(() => rangeOf(input, new Date("2026-11-20T12:00:00Z"))).toThrow(problem);
});

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
  // The same weekdays.
  ["day", "2026-11-14", "2026-11-20", "previous", "2026-11-07 – 2026-11-13"],
  ["day", "2026-11-20", "2026-11-20", "previous", "2026-11-13 – 2026-11-13"],
  ["day", "2026-10-22", "2026-11-20", "previous", "2026-09-17 – 2026-10-16"],
  ["day", "2026-11-14", "2026-11-20", "year", "2025-11-14 – 2025-11-20"],
  ["week", "2026-06-01", "2026-11-20", "year", "2025-06-02 – 2025-11-21"],
  ["month", "2025-12-01", "2026-11-20", "previous", "2024-12-01 – 2025-11-20"],
  ["month", "2026-01-01", "2026-10-31", "year", "2025-01-01 – 2025-10-31"],
  ["day", "2024-02-29", "2024-02-29", "year", "2023-02-28 – 2023-02-28"],
  ["day", "2026-11-14", "2026-11-20", "2026-01-01", "2026-01-01 – 2026-01-07"],
  ["day", "2026-11-14", "2026-11-20", "2026-11-17", "2026-11-17 – 2026-11-23"],
  ["week", "2026-11-01", "2026-11-20", "2025-03-01", "2025-03-02 – 2025-03-21"],
  ["month", "2026-01-01", "2026-10-31", "2025-03-14", "2025-03-01 – 2025-12-31"],
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
      fc.constantFrom<Baseline>("previous", "year", "2015-03-31"),
      (timezone, unit, at, length, baseline) => {
        const from = addDays("2003-01-01", at);
        const to = addDays(from, length);
        const range = rangeBy(unit, from, to, timezone);
        const days = daysBetween(from, to, timezone);
        expect(bucketsOf(days, unit)).toEqual(range.days);
        const before = rangeBefore(range, baseline);
        expect(before.days).toHaveLength(range.days.length);
        // Read as a range of its own, as the chart's line does.
        const [first, last] = [before.days[0]?.iso ?? "", before.days.at(-1)?.last ?? ""];
        expect(bucketsOf(daysBetween(first, last, timezone), unit)).toEqual(before.days);
        expect([range.days[0]?.iso, range.days.at(-1)?.last]).toEqual([from, to]);
        for (const { days: all } of [range, before])
          expect(all.slice(1).map(({ begin, iso }) => [begin, iso])).toEqual(
            all.slice(0, -1).map(({ end, last }) => [end, addDays(last, 1)]),
          );
      },
    ),
    { numRuns: size(100, 1_000) },
  );
});
