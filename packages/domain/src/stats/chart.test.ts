import fc from "fast-check";
import { expect, test } from "vitest";
import { centsByDay, dayNames, errorSeries, ordinarySeries } from "./chart.ts";

const day = { iso: "2026-01-05", begin: 1767571200, end: 1767657600 };

test("days are named in English, without a leading zero", () => {
  expect(dayNames("2026-01-25")).toEqual({ date: "25 January", shortdate: "25 Jan" });
  expect(dayNames("2026-05-01")).toEqual({ date: "1 May", shortdate: "1 May" });
  expect(dayNames("2026-09-09")).toEqual({ date: "9 September", shortdate: "9 Sep" });
});

test("series and points have the specification's properties in its order, and an ordinary series has no count", () => {
  const series = ordinarySeries("Page views", "Views", [day], [7]);
  expect(JSON.stringify(series)).toBe(
    '{"name":"Page views","data":[{"date":"5 January","shortdate":"5 Jan","y":7,"beginstamp":1767571200,' +
      '"endstamp":1767657599,"stamp":1767571200}],"itemname":"Views","errorId":0,"code":"","description":""}',
  );
});

test("error series come by count, then by id, and one that did not occur does not come", () => {
  const series = errorSeries(
    [day],
    new Map([
      ["ERROR_STEP_FAILED", [2]],
      ["ERROR_ZERO_BALANCE", [2]],
      ["ERROR_VARIABLE_TIMEOUT", [5]],
      ["ERROR_TASK_TIMEOUT", [0]],
    ]),
  );
  expect(series.map(({ code, errorId, count }) => [code, errorId, count])).toEqual([
    ["ERROR_VARIABLE_TIMEOUT", 1011, 5],
    ["ERROR_ZERO_BALANCE", 10, 2],
    ["ERROR_STEP_FAILED", 1012, 2],
  ]);
  expect(Object.keys(series[0] ?? {})).toEqual(["name", "data", "itemname", "errorId", "code", "description", "count"]);
});

test("cents of days add up to the cents of the whole, wherever the range begins", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 }), (before, earned) => {
      const cents = centsByDay(before, earned);
      const total = before + earned.reduce((sum, n) => sum + n, 0);
      expect(cents.reduce((sum, n) => sum + n, 0)).toBe(Math.floor(total / 10_000) - Math.floor(before / 10_000));
      expect(Math.min(...cents)).toBeGreaterThanOrEqual(0);
      const tail = centsByDay(before + (earned[0] ?? 0), earned.slice(1));
      expect(cents.slice(1)).toEqual(tail);
    }),
  );
});

test("thirty tasks at $0.37 with a tenth of it are 111 cents", () => {
  expect(centsByDay(0, [30 * 37_000])).toEqual([111]);
});
