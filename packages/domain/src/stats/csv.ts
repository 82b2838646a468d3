import type { Mode } from "@gatepost/contract/modes";
import { csv } from "../csv.ts";
import { addDays, localDay } from "./days.ts";

export interface StatsCsvView {
  mode: Mode;
  /** The zone that the report was asked for. */
  timezone: string;
  /** In the mode `users`: how many distinct ones the whole range had, where that is known (get-overview.ts). */
  distinct?: number | undefined;
}

/** What is needed of a series. */
interface CsvSeries {
  name: string;
  data: readonly { y: number; beginstamp: number; endstamp: number }[];
}

/**
 * A report as CSV: a header, one row a day, one column a series, and the totals. Money is in dollars to the cent. Days of
 * users do not add up, since somebody who came on two is one user: their last row is the distinct users of the range,
 * where they are known, else the highest day.
 */
export function statsCsv(
  { chartData }: { chartData: readonly CsvSeries[] },
  { mode, timezone, distinct }: StatsCsvView,
): string {
  const show: (value: number) => string | number = mode === "money" ? dollars : (value: number) => value;
  const header = ["date", ...chartData.map(({ name }) => (mode === "money" ? `${name} (USD)` : name))];
  const rows = isoDays(chartData[0]?.data ?? [], timezone).map((iso, day) => [
    iso,
    ...chartData.map(({ data }) => show(data[day]?.y ?? 0)),
  ]);
  const totals = chartData.map(({ data }) => {
    const values = data.map(({ y }) => y);
    return mode === "users" ? (distinct ?? Math.max(0, ...values)) : values.reduce((sum, y) => sum + y, 0);
  });
  const last = mode !== "users" ? "total" : distinct === undefined ? "highest" : "distinct";
  return csv([header, ...rows, [last, ...totals.map(show)]]);
}

/** The days' names from their stamps. A day that its zone skipped has no second of its own, and goes by its neighbours. */
function isoDays(points: readonly { beginstamp: number; endstamp: number }[], timezone: string): string[] {
  const real = points.findIndex(({ beginstamp, endstamp }) => endstamp >= beginstamp);
  const index = Math.max(0, real);
  const begin = (points[index]?.beginstamp ?? 0) * 1000;
  const known = localDay(begin, timezone);
  const first = addDays(known, -index - (real < 0 ? 1 : 0));
  return points.map((_, day) => addDays(first, day));
}

/** Cents as `1000.05`, which spreadsheets add up exactly as we do. */
function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
