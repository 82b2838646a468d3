import { expect, test } from "vitest";
import { calendarDay, weekday } from "./time.ts";

test("days are written in English, in UTC", () => {
  expect(calendarDay("2026-11-21")).toBe("21 Nov 2026");
  expect(calendarDay("2026-09-01")).toBe("1 Sep 2026");
  expect(weekday("2026-11-21")).toBe("Sat 21 Nov");
  expect(weekday("2024-02-29")).toBe("Thu 29 Feb");
});
