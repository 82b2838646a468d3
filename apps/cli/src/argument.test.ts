import { expect, test } from "vitest";
import { readDifference, readErrorCode, readMoment, readRowId, readSeconds } from "./arguments.ts";

test.each([
  ["0", 0],
  ["90s", 90],
  ["30m", 1_800],
  ["24h", 86_400],
  ["7d", 604_800],
])("%s is %d seconds", (text, seconds) => {
  expect(readSeconds(text)).toBe(seconds);
});

test.each(["", "5", "-1h", "1.5h", "1 h", "1w"])("%j is no length of time", (text) => {
  expect(() => readSeconds(text)).toThrow("such as 90s, 30m, 24h or 7d");
});

test.each([
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20T14:05Z", "2026-11-20T14:05:00.000Z"],
  ["2026-11-20T14:05:30+02:00", "2026-11-20T12:05:30.000Z"],
])("%s is %s", (text, iso) => {
  expect(readMoment(text).toISOString()).toBe(iso);
});

// Without a zone a moment would be this machine's.
test.each(["2026-02-30", "2026-11-20T14:05", "yesterday", "2026-11-20T25:00Z", "20.11.2026", "2026-1-1"])(
  "%j is no moment",
  (text) => {
    expect(() => readMoment(text)).toThrow("It must be a day such as");
  },
);

test("a count is corrected by a positive or negative whole number, never by zero", () => {
  expect([readDifference("-4"), readDifference("+12")]).toEqual([-4, 12]);
  for (const text of ["0", "1.5", "1e3", ""]) expect(() => readDifference(text)).toThrow("other than zero");
});

test("a database id must fit its column", () => {
  expect(readRowId("2147483647")).toBe(2_147_483_647);
  expect(() => readRowId("2147483648")).toThrow("at most 2147483647");
});

test("an error code must be in the table of errors", () => {
  expect(readErrorCode("ERROR_TASK_TIMEOUT")).toBe("ERROR_TASK_TIMEOUT");
  for (const text of ["ERROR_TASK_TIMEOU", "1011", "toString", ""])
    expect(() => readErrorCode(text)).toThrow("such as ERROR_TASK_TIMEOUT");
});
