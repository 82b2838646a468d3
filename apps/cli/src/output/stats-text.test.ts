import type { Series } from "@gatepost/contract/methods/get-app-stats";
import { daysBetween } from "@gatepost/domain/statistics/days";
import { appStatsResponse } from "@gatepost/presenters/stats";
import { expect, test } from "vitest";
import { type Moved, sparkline, statsCsv, statsText } from "./stats-text.ts";

const days = ["18 Nov", "19 Nov", "20 Nov"];

function series(name: string, itemname: string, values: number[], more: Partial<Series> = {}): Series {
  const data = values.map((y, index) => ({
    date: days[index] ?? "",
    shortdate: days[index] ?? "",
    y,
    beginstamp: 0,
    endstamp: 0,
    stamp: 0,
  }));
  return { name, itemname, errorId: 0, code: "", description: "", ...more, data };
}

function error(code: string, values: number[]): Series {
  return series(code, "Errors", values, { errorId: 1, code, count: values.reduce((sum, value) => sum + value, 0) });
}

function render(mode: "errors" | "users", ...chartData: Series[]): string {
  const stats = { errorId: 0 as const, chartData, fromDate: "18 Nov 00:00", toDate: "20 Nov 14:05" };
  return statsText(stats, { mode, timezone: "UTC", width: 40 });
}

test("errors come after the successes, and are listed by code below", () => {
  const accepted = series("Accepted (paid)", "Tasks", [10, 0, 1_204]);
  expect(
    render("errors", accepted, error("ERROR_STEP_FAILED", [2, 0, 100]), error("ERROR_TASK_TIMEOUT", [0, 0, 1])),
  ).toMatchInlineSnapshot(`
    "Accepted (paid), 18 Nov 00:00 to 20 Nov 14:05 UTC

            Tasks  Errors
    18 Nov     10       2  █░
    19 Nov      0       0
    20 Nov  1,204     101  ███████████████░

    total   1,214     103

    Accepted (paid)     1,214         ▁·█
    ERROR_STEP_FAILED     102   99 %  ▁·█
    ERROR_TASK_TIMEOUT      1    1 %  ··█"
  `);
});

test("a code that occurred is never shown with a share of nothing", () => {
  const codes = [error("ERROR_STEP_FAILED", [1_000, 0, 0]), error("ERROR_TASK_TIMEOUT", [0, 0, 1])];
  expect(render("errors", series("Accepted (paid)", "Tasks", [0, 0, 0]), ...codes)).toMatch(
    /ERROR_STEP_FAILED +1,000 +100 % .*\nERROR_TASK_TIMEOUT +1 +<1 % /,
  );
});

test("days of users do not add up, so the highest is shown", () => {
  expect(render("users", series("Active users", "Users", [3, 1, 2]))).toMatchInlineSnapshot(`
    "Active users, 18 Nov 00:00 to 20 Nov 14:05 UTC

             Users
    18 Nov       3  ███████████████████████
    19 Nov       1  ████████
    20 Nov       2  ███████████████

    highest      3

    Active users  █▃▆"
  `);
});

test("with the previous totals, it says how the total changed, and compared with which days", () => {
  const last = (mode: "views" | "money", moved: Pick<Moved, "total" | "before" | "isCut">) => {
    const stats = { chartData: [series("Page views", "Views", [1, 2, 3])], fromDate: "", toDate: "" };
    const view = { mode, timezone: "UTC", width: 80, moved: { ...moved, from: "2026-11-11", to: "2026-11-13" } };
    return statsText(stats, view).split("\n").at(-1);
  };
  expect(last("views", { total: 1_206, before: 900, isCut: true })).toBe(
    "Page views: 1,206 against 900 from 11 Nov to 13 Nov, up to this time of its last day: +34 %",
  );
  expect(last("money", { total: 150, before: 300, isCut: false })).toBe(
    "Page views: $1.50 against $3.00 from 11 Nov to 13 Nov: -50 %",
  );
  expect(last("money", { total: 0, before: 0, isCut: false })).toBe(
    "Page views: $0.00 against $0.00 from 11 Nov to 13 Nov: no percentage, because the earlier number is 0",
  );
});

test("a line is never wider than the terminal, nor a bar longer than is readable", () => {
  const views = series("Page views", "Views", [1, 2, 30]);
  for (const width of [30, 80, 400]) {
    const stats = { errorId: 0 as const, chartData: [views], fromDate: "", toDate: "" };
    const lines = statsText(stats, { mode: "views", timezone: "UTC", width }).split("\n");
    expect(Math.max(...lines.slice(1).map((line) => line.length))).toBeLessThanOrEqual(Math.min(width, 80));
  }
});

test("a sparkline shows the least as a dot or a low bar, and sums values that do not fit in equal groups", () => {
  const drawn = [[], [0, 0], [1, 8, 4], [0, 1, 1_000_000]].map((values) => sparkline(values, 60));
  expect(drawn).toEqual(["", "··", "▁█▄", "·▁█"]);
  expect(sparkline([1, 1, 8, 8, 0, 0, 4], 4)).toBe("▁█·▂");
  expect(sparkline(Array(366).fill(1), 60)).toHaveLength(53);
});

test.each([
  ["Europe/Paris", "2026-03-28", "2026-03-30", ["2026-03-28", "2026-03-29", "2026-03-30"]],
  // It skipped a day.
  ["Pacific/Apia", "2011-12-29", "2011-12-31", ["2011-12-29", "2011-12-31"]],
  ["Pacific/Apia", "2011-12-30", "2011-12-31", ["2011-12-31"]],
  ["Pacific/Apia", "2011-12-30", "2011-12-30", []],
])("in %s the days from %s to %s are those that its clock shows", (timezone, from, to, named) => {
  const days = daysBetween(from, to, timezone);
  const usual = { mode: "views", unit: "day", until: "23:59", unfinished: 0 } as const;
  const stats = appStatsResponse({ ...usual, timezone, days, values: [], errors: [] });
  const rows = statsCsv(stats, { mode: "views", timezone }).split("\r\n").slice(1, -2);
  expect(rows.map((row) => row.split(",")[0])).toEqual(named);
});
