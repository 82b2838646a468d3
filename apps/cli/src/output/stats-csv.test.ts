import { daysBetween } from "@gatepost/domain/statistics/days";
import { appStatsResponse } from "@gatepost/presenters/stats";
import { expect, test } from "vitest";
import { statsCsv } from "./stats-text.ts";

test.each([
  ["Europe/Paris", "2026-03-28", "2026-03-30", ["2026-03-28", "2026-03-29", "2026-03-30"]],
  // It skipped a day.
  ["Pacific/Apia", "2011-12-29", "2011-12-31", ["2011-12-29", "2011-12-31"]],
  ["Pacific/Apia", "2011-12-30", "2011-12-31", ["2011-12-31"]],
  ["Pacific/Apia", "2011-12-30", "2011-12-30", []],
])("in %s the days from %s to %s are those that its clock shows", (timezone, from, to, named) => {
  const days = daysBetween(from, to, timezone);
  const stats = appStatsResponse({ mode: "views", days, values: [], errors: [], until: "23:59" });
  const rows = statsCsv(stats, { mode: "views", timezone }).split("\r\n").slice(1, -2);
  expect(rows.map((row) => row.split(",")[0])).toEqual(named);
});
