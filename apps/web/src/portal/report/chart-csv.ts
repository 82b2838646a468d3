import type { Mode } from "@gatepost/contract/modes";
import type { Unit } from "@gatepost/domain/stats/buckets";
import { reportCsv } from "@gatepost/presenters/report-csv";
import type { ChartData } from "./chart-rows.ts";

/** The chart's rows as shown on the screen, each by its first day, with the period before if it is shown. */
export function chartCsv(
  { rows, series }: ChartData,
  { mode, unit, distinct }: { mode: Mode; unit: Unit | "hour"; distinct: number | undefined },
): string {
  const compared = rows.some(({ before }) => before !== undefined);
  const columns = [...series.map(({ name }) => name), ...(compared ? ["Previous"] : [])];
  const lines = rows.map(({ key, name, values, before }) => ({
    name: unit === "hour" ? name : key,
    values: compared ? [...values, before] : values,
  }));
  return reportCsv({ mode, unit: unit === "day" ? "date" : unit, columns, lines, distinct });
}
