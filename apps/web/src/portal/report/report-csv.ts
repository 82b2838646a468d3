import type { Mode } from "@gatepost/contract/modes";
import { csv } from "@gatepost/domain/csv";
import type { ChartData } from "./chart-rows.ts";

/**
 * The chart's rows as they are on the screen: a line a day or hour, a column a series, the period before where it is
 * drawn, and the totals. Money is in dollars to the cent. Users of several rows are not added up, since one who came
 * twice is one: the last line says how many distinct ones there were.
 */
export function reportCsv(
  { rows, series }: ChartData,
  { mode, byHour, distinct }: { mode: Mode; byHour: boolean; distinct: number | undefined },
): string {
  const compared = rows.some(({ before }) => before !== undefined);
  const unit = mode === "money" ? " (USD)" : "";
  const names = [...series.map(({ name }) => name), ...(compared ? ["Before"] : [])];
  const lines = rows.map(({ key, name, values, before }) => ({
    first: byHour ? name : key,
    // A day of 25 hours has one that the day before it has not: nothing, which is no 0.
    numbers: compared ? [...values, before] : values,
  }));
  const totals = names.map((_, column) => lines.reduce((sum, { numbers }) => sum + (numbers[column] ?? 0), 0));
  const last =
    mode === "users"
      ? ["distinct", distinct ?? "", ...(compared ? [""] : [])]
      : ["total", ...totals.map((value) => shown(value, mode))];
  return csv([
    [byHour ? "hour" : "date", ...names.map((name) => name + unit)],
    ...lines.map(({ first, numbers }) => [
      first,
      ...numbers.map((value) => (value === undefined ? "" : shown(value, mode))),
    ]),
    last,
  ]);
}

/** Cents as `1000.05`, which spreadsheets add up exactly as we do. */
function shown(value: number, mode: Mode): string | number {
  return mode === "money" ? `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}` : value;
}
