import type { Mode } from "@gatepost/contract/modes";
import { reportCsv } from "@gatepost/presenters/report-csv";
import type { ChartData } from "./chart-rows.ts";

/** The chart's rows as shown on the screen, with the period before if it is shown. */
export function chartCsv(
  { rows, series }: ChartData,
  { mode, byHour, distinct }: { mode: Mode; byHour: boolean; distinct: number | undefined },
): string {
  const compared = rows.some(({ before }) => before !== undefined);
  const columns = [...series.map(({ name }) => name), ...(compared ? ["Previous"] : [])];
  const lines = rows.map(({ key, name, values, before }) => ({
    name: byHour ? name : key,
    values: compared ? [...values, before] : values,
  }));
  return reportCsv({ mode, unit: byHour ? "hour" : "date", columns, lines, distinct });
}
