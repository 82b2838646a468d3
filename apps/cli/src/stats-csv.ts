import type { Mode } from "@gatepost/contract/modes";
import { reportCsv } from "@gatepost/presenters/report-csv";
import { type Stats, wireDays } from "./wire-days.ts";

/** A response of getAppStats as CSV: a row per day, a column per series. `distinct`: see reportCsv. */
export function statsCsv(
  { chartData }: Stats,
  { mode, timezone, distinct }: { mode: Mode; timezone: string; distinct?: number | undefined },
): string {
  const columns = chartData.map(({ name }) => name);
  const lines = wireDays({ chartData }, timezone).map(({ iso }, day) => ({
    name: iso,
    values: chartData.map(({ data }) => data[day]?.y ?? 0),
  }));
  return reportCsv({ mode, unit: "date", columns, lines, distinct });
}
