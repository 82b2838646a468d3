import { expect, test } from "vitest";
import {
  readDifference,
  readDifferenceInDollars,
  readDollars,
  readErrorCode,
  readMoment,
  readRowId,
  readSeconds,
} from "./arguments.ts";

test("a length of time has a unit", () => {
  expect(["0", "90s", "30m", "24h", "7d"].map(readSeconds)).toEqual([0, 90, 1_800, 86_400, 604_800]);
  for (const text of ["", "5", "-1h", "1.5h", "1w"])
    expect(() => readSeconds(text), text).toThrow("such as 90s, 30m, 24h or 7d");
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

test("an amount is read, or the error says what an amount is", () => {
  expect(readDollars("0.002")).toBe(2_000n);
  for (const text of ["", "-1", "1e3", "1000000000"])
    expect(() => readDollars(text)).toThrow("an amount in dollars below a billion");
});

test("a difference goes either way, and is not zero", () => {
  expect(["-0.50", "+0.50", "$0.50"].map(readDifferenceInDollars)).toEqual([-500_000n, 500_000n, 500_000n]);
  for (const text of ["0", "-0.000", "--1", "-"]) expect(() => readDifferenceInDollars(text)).toThrow("It must be");
});
