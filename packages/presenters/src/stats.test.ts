import { daysBetween } from "@gatepost/domain/statistics/days";
import type { AppStats } from "@gatepost/domain/statistics/series";
import { expect, test } from "vitest";
import { appStatsResponse, queueStatsResponse } from "./stats.ts";

const days = [
  { iso: "2026-01-05", last: "2026-01-05", begin: 1767571200, end: 1767657600 },
  { iso: "2026-01-06", last: "2026-01-06", begin: 1767657600, end: 1767744000 },
];
const usual = { unit: "day", timezone: "UTC", unfinished: 0 } as const;
const views: AppStats = { ...usual, mode: "views", days: days.slice(0, 1), values: [7], errors: [], until: "14:05" };

test("series and points have the contract's properties in its order, and an ordinary series has no count", () => {
  expect(JSON.stringify(appStatsResponse(views))).toBe(
    '{"chartData":[{"name":"Page views","data":[{"date":"5 January","shortdate":"5 Jan","y":7,"beginstamp":1767571200,' +
      '"endstamp":1767657599,"stamp":1767571200}],"itemname":"Views","errorId":0,"code":"","description":""}],' +
      '"fromDate":"5 Jan 00:00","toDate":"5 Jan 14:05"}',
  );
});

test("a day that the zone skipped has no point, and the values of the others stay theirs", () => {
  const samoa = daysBetween("2011-12-29", "2011-12-31", "Pacific/Apia");
  const { chartData, fromDate, toDate } = appStatsResponse({ ...views, days: samoa, values: [1, 0, 2] });
  expect(chartData[0]?.data.map(({ date, y }) => [date, y])).toEqual([
    ["29 December", 1],
    ["31 December", 2],
  ]);
  expect([fromDate, toDate]).toEqual(["29 Dec 00:00", "31 Dec 14:05"]);
});

test("an error has a series of its own, with its id, its meaning and its total", () => {
  const errors = [
    { code: "ERROR_STEP_FAILED", count: 3, values: [1, 2] },
    { code: "ERROR_OF_EARLIER", count: 1, values: [0, 1] },
  ];
  const stats: AppStats = { ...usual, mode: "errors", days, values: [5, 6], errors, until: "23:59" };
  const { chartData, toDate } = appStatsResponse(stats);
  expect(chartData.map(({ name, itemname, errorId, code, count }) => [name, itemname, errorId, code, count])).toEqual([
    ["Accepted (paid)", "Tasks", 0, "", undefined],
    ["ERROR_STEP_FAILED", "Errors", 1012, "ERROR_STEP_FAILED", 3],
    ["ERROR_OF_EARLIER", "Errors", 1099, "ERROR_OF_EARLIER", 1],
  ]);
  expect(chartData.map(({ data }) => data.map(({ y }) => y))).toEqual([
    [5, 6],
    [1, 2],
    [0, 1],
  ]);
  expect(chartData.map(({ description }) => description)).toEqual(["", "A step of the template failed.", ""]);
  expect(Object.keys(chartData[1] ?? {})).toEqual([
    ...["name", "data", "itemname", "errorId", "code", "description", "count"],
  ]);
  expect(toDate).toBe("6 Jan 23:59");
});

const quiet = { slots: 0, idleSlots: 0, averagePrice: 0, averageSeconds: 0, builtIn: [] };

test("load is in percent, 100 without a worker; prices are in dollars, and times in seconds", () => {
  expect(queueStatsResponse(quiet)).toEqual({ waiting: 0, load: 100, bid: 0, speed: 0, total: 0, byTemplate: [] });

  const builtIn = [{ name: "Read a table", averageSeconds: 1.006 }];
  const busy = { slots: 3, idleSlots: 2, averagePrice: 2_000.4, averageSeconds: 6.416, builtIn };
  expect(queueStatsResponse(busy)).toEqual({
    waiting: 2,
    load: 33.33,
    bid: 0.002,
    speed: 6.42,
    total: 3,
    byTemplate: [{ templateName: "Read a table", speed: 1.01 }],
  });
});
