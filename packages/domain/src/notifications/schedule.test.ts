import fc from "fast-check";
import { expect, test } from "vitest";
import { isTimezone, localTime } from "../statistics/days.ts";
import { latestPeriod, nextSending, type ReportKind, reportKinds } from "./report-schedule.ts";

const examples: [string, ReportKind, string, string, string, string][] = [
  ["Sunday evening", "weekly", "UTC", "2026-11-22T23:59:59Z", "2026-11-09 2026-11-15", "2026-11-23T06:00Z"],
  ["Monday before six", "weekly", "UTC", "2026-11-23T05:59:59Z", "2026-11-09 2026-11-15", "2026-11-23T06:00Z"],
  ["Monday at six", "weekly", "UTC", "2026-11-23T06:00Z", "2026-11-16 2026-11-22", "2026-11-30T06:00Z"],
  ["Tokyo's Monday", "weekly", "Asia/Tokyo", "2026-11-22T21:00Z", "2026-11-16 2026-11-22", "2026-11-29T21:00Z"],
  ["clocks change", "weekly", "Europe/Berlin", "2026-10-24T12:00Z", "2026-10-12 2026-10-18", "2026-10-26T05:00Z"],
  ["the first", "monthly", "UTC", "2026-03-01T06:00Z", "2026-02-01 2026-02-28", "2026-04-01T06:00Z"],
  ["the year ends", "monthly", "America/Lima", "2027-01-01T04:00Z", "2026-11-01 2026-11-30", "2027-01-01T11:00Z"],
  ["clocks go back", "monthly", "America/New_York", "2026-10-31T12:00Z", "2026-09-01 2026-09-30", "2026-11-01T11:00Z"],
];

test.each(examples)("%s: the latest %s report, and the next one", (_, kind, timezone, now, period, next) => {
  const { from, to } = latestPeriod(kind, timezone, new Date(now));
  expect(`${from} ${to}`).toBe(period);
  expect(nextSending(kind, timezone, new Date(now))).toEqual(new Date(next));
});

test("at the moment of the next report, its period follows the latest one without a gap, in every zone", () => {
  const zones = Intl.supportedValuesOf("timeZone").filter(isTimezone);
  fc.assert(
    fc.property(
      fc.constantFrom(...reportKinds),
      fc.constantFrom(...zones),
      fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
      (kind, zone, now) => {
        const latest = latestPeriod(kind, zone, now);
        const next = nextSending(kind, zone, now);
        expect(next > now).toBe(true);
        expect(localTime(next.getTime(), zone)).toBe("06:00");
        expect(latestPeriod(kind, zone, new Date(next.getTime() - 1))).toEqual(latest);
        const following = latestPeriod(kind, zone, next);
        expect(Date.parse(following.from) - Date.parse(latest.to)).toBe(86_400_000);
      },
    ),
    { numRuns: 300 },
  );
});
