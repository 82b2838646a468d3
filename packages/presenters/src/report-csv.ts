import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { csv } from "./csv.ts";

/** The numbers of a report, as a chart shows them. */
interface CsvReport {
  mode: Mode;
  /** The title of the first column. */
  unit: "date" | "hour" | "week" | "month";
  columns: readonly string[];
  /** A value for each column; undefined if there is none, which differs from 0. */
  lines: readonly { name: string; values: readonly (number | undefined)[] }[];
  /** In a mode that counts distinct accounts: those of the whole range, if known. */
  distinct?: number | undefined;
}

/**
 * A report as CSV: a header, a line per day, hour, week or month, a column per series, and the totals. Money is in dollars to the
 * cent. Users of several days do not add up, because somebody who came twice is one user: the last line is then the
 * distinct users of the range if known, otherwise the highest day.
 */
export function reportCsv(report: CsvReport): string {
  const { mode, unit, columns, lines } = report;
  const { money } = modeRecords[mode];
  const cell = (value: number | undefined) => (value === undefined ? "" : money ? dollars(value) : value);
  return csv([
    [unit, ...columns.map((name) => (money ? `${name} (USD)` : name))],
    ...lines.map(({ name, values }) => [name, ...columns.map((_, column) => cell(values[column]))]),
    lastLine(report, cell),
  ]);
}

function lastLine({ mode, columns, lines, distinct }: CsvReport, cell: (value: number) => string | number) {
  const valuesOf = (column: number) => lines.map(({ values }) => values[column] ?? 0);
  const each = (of: (values: number[]) => number) => columns.map((_, column) => cell(of(valuesOf(column))));
  if (!modeRecords[mode].distinct) return ["total", ...each((values) => values.reduce((sum, value) => sum + value, 0))];
  if (distinct === undefined) return ["highest", ...each((values) => Math.max(0, ...values))];
  return ["distinct", distinct, ...columns.slice(1).map(() => "")];
}

/** Cents as `1000.05`, which spreadsheets add up exactly as we do. */
function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
