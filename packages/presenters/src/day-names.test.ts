import { expect, test } from "vitest";
import { dayNames } from "./day-names.ts";

test("days are named in English, without a leading zero", () => {
  expect(dayNames("2026-01-25")).toEqual({ date: "25 January", shortdate: "25 Jan" });
  expect(dayNames("2026-05-01")).toEqual({ date: "1 May", shortdate: "1 May" });
  expect(dayNames("2026-09-09")).toEqual({ date: "9 September", shortdate: "9 Sep" });
});
