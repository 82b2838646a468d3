import { expect, test } from "vitest";
import { ago, calendarDay, countdown, weekday } from "./time.ts";

test("days are written in English, in UTC", () => {
  expect(calendarDay("2026-11-21")).toBe("21 Nov 2026");
  expect(calendarDay("2026-09-01")).toBe("1 Sep 2026");
  expect(weekday("2026-11-21")).toBe("Sat 21 Nov");
  expect(weekday("2024-02-29")).toBe("Thu 29 Feb");
});

test("what is left is counted in minutes, and from an hour on in hours", () => {
  expect([0, 65, 3_599, 3_600, 6_757].map(countdown)).toEqual(["0:00", "1:05", "59:59", "1:00:00", "1:52:37"]);
});

test("what was thirty hours ago need not have been yesterday, and nothing is in the future where a clock is behind", () => {
  const now = new Date("2026-11-22T05:00:00Z");
  expect(ago(new Date("2026-11-20T23:00:00Z"), now)).toBe("1d ago");
  expect(ago(new Date("2026-11-22T05:03:00Z"), now)).toBe("just now");
});
