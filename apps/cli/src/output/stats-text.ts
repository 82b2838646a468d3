import type { ResponseOf } from "@gatepost/contract/methods";
import type { Series } from "@gatepost/contract/methods/get-app-stats";
import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { localDay } from "@gatepost/domain/statistics/days";
import type { Overview } from "@gatepost/domain/statistics/get-overview";
import { changeOf } from "@gatepost/domain/statistics/range";
import { dayNames } from "@gatepost/presenters/day-names";
import { showDollars } from "@gatepost/presenters/dollars";
import { reportCsv } from "@gatepost/presenters/report-csv";
import { oneLine, styled } from "./report.ts";

type AppStats = Pick<ResponseOf<"getAppStats">, "chartData" | "fromDate" | "toDate">;

interface StatsView {
  mode: Mode;
  timezone: string;
  /** Maximum number of characters of a line. */
  width: number;
  /** How the total changed since the period before, if known. */
  moved?: Moved | undefined;
  /** For users, the distinct ones of the range, if known: getAppStats does not return them. */
  distinct?: number | undefined;
}

interface Row {
  name: string;
  good: number;
  errors: number;
}

/**
 * A report for a terminal: a line with a bar for each day and the totals, then a line with a sparkline for each series,
 * error codes by frequency.
 */
export function statsText({ chartData, fromDate, toDate }: AppStats, view: StatsView): string {
  const { mode, timezone, width, moved } = view;
  const [ordinary, ...errors] = chartData;
  if (!ordinary) return "There is nothing to show.";
  const { byError } = modeRecords[mode];
  const show = (value: number) => (modeRecords[mode].money ? cents(value) : whole(value));
  const rows = ordinary.data.map(({ shortdate, y }, day): Row => {
    return { name: shortdate, good: y, errors: byError ? sum(errors.map(({ data }) => data[day]?.y ?? 0)) : 0 };
  });
  const lines = [...rows, totals(rows, view)].map(({ name, good, errors }) => [name, show(good), show(errors)]);
  const cells = table([["", ordinary.itemname, "Errors"], ...lines].map((line) => line.slice(0, byError ? 3 : 2)));
  // One cell is reserved for rounding.
  const each = (spaceBeside(cells, width) - 1) / Math.max(1, ...rows.map(({ good, errors }) => good + errors));
  const bars = ["", ...rows.map((row) => bar(row, each))];
  const days = cells.map((line, index) => `${line}  ${bars[index] ?? ""}`.trimEnd());
  return [
    `${ordinary.name}, ${fromDate} to ${toDate} ${timezone}`,
    "",
    ...days.toSpliced(-1, 0, ""),
    "",
    ...seriesLines(ordinary, errors, view, show),
    ...(moved ? ["", changeLine(ordinary.name, moved, show)] : []),
  ].join("\n");
}

/**
 * An account that occurs on two days is one user, so days of users do not add up. The distinct users of the range are
 * shown if known, otherwise the highest day.
 */
function totals(rows: readonly Row[], { mode, distinct }: StatsView): Row {
  const days = rows.map(({ good }) => good);
  const errors = sum(rows.map(({ errors }) => errors));
  if (!modeRecords[mode].distinct) return { name: "total", good: sum(days), errors };
  if (distinct !== undefined) return { name: "distinct", good: distinct, errors };
  return { name: "highest", good: Math.max(0, ...days), errors };
}

/** Lines of equal length: a name, then numbers. A column without any text takes no space. */
function table(lines: readonly string[][]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width && width + 2);
      })
      .join(""),
  );
}

/** How many characters there are for a bar or a sparkline after these cells. */
const spaceBeside = ([first = ""]: readonly string[], width: number): number =>
  Math.max(8, Math.min(60, width - first.length - 2));

/** A line per series: its name, its total, for an error its share of all, and its days as a sparkline. */
function seriesLines(ordinary: Series, errors: Series[], { mode, width }: StatsView, show: (value: number) => string) {
  const all = sum(errors.map(({ count = 0 }) => count));
  const cells = table([
    // Days of users have no sum.
    [oneLine(ordinary.name), modeRecords[mode].distinct ? "" : show(sum(valuesOf(ordinary))), ""],
    ...errors.map(({ name, count = 0 }) => [oneLine(name), whole(count), shareText(count / all).padStart(5)]),
  ]);
  const space = spaceBeside(cells, width);
  return [ordinary, ...errors].map(
    (series, index) => `${cells[index]}  ${paint(index === 0 ? "cyan" : "red", sparkline(valuesOf(series), space))}`,
  );
}

/** In whole percent, in which a little is not nothing: `<1 %`. */
const shareText = (part: number): string => (part > 0 && part < 0.005 ? "<1 %" : `${Math.round(100 * part)} %`);

/** How the total compares with the period before, whose days are named. */
function changeLine(name: string, { total, before, from, to, isCut }: Moved, show: (value: number) => string) {
  const change = changeOf(total, before);
  const period = `${dayNames(from).shortdate} to ${dayNames(to).shortdate}`;
  const moved =
    change === null
      ? "no percentage, because the earlier number is 0"
      : `${change > 0 ? "+" : ""}${percent.format(100 * change)} %`;
  return `${name}: ${show(total)} against ${show(before)} from ${period}${isCut ? ", up to this time of its last day" : ""}: ${moved}`;
}

const percent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** Successes in full blocks, then errors in light ones, so that they differ without colour. */
function bar({ good, errors }: Row, cellsEach: number): string {
  const full = cellsOf(good, cellsEach);
  return paint("cyan", "█".repeat(full)) + paint("red", "░".repeat(cellsOf(errors, cellsEach)));
}

/** A day with any value has a cell. */
const cellsOf = (value: number, cellsEach: number): number =>
  value === 0 ? 0 : Math.max(1, Math.round(value * cellsEach));

const paint = (colour: "cyan" | "red", text: string): string => text && styled(colour, text, process.stdout);

const valuesOf = ({ data }: Series) => data.map(({ y }) => y);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const whole = (value: number): string => value.toLocaleString("en-US");
const cents = (value: number): string => showDollars(BigInt(value) * 10_000n);

const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/**
 * Values as a row of blocks, the tallest for the highest. Zero is a point, so that it differs from a small value. More
 * values than `max` are summed in equal groups.
 */
export function sparkline(values: readonly number[], max: number): string {
  const size = Math.max(1, Math.ceil(values.length / max));
  const sums = Array.from({ length: Math.ceil(values.length / size) }, (_, group) =>
    sum(values.slice(group * size, (group + 1) * size)),
  );
  const highest = Math.max(...sums, 1);
  return sums
    .map((sum) => (sum === 0 ? "·" : (blocks[Math.ceil((sum / highest) * blocks.length) - 1] ?? blocks[0])))
    .join("");
}

/** A total, its value in the period before, and the days that were compared. */
export interface Moved {
  total: number;
  before: number;
  /** The period before, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Whether an incomplete last day is cut at the same time in both periods. */
  isCut: boolean;
}

export function movedOf({ figures, comparedWith, partial }: Overview, mode: Mode): Moved {
  const { total, before } = figures[mode];
  return { total, before, ...comparedWith, isCut: partial };
}

/** A response of getAppStats as CSV: a row per day, a column per series. `distinct`: see reportCsv. */
export function statsCsv(
  { chartData }: Pick<AppStats, "chartData">,
  { mode, timezone, distinct }: { mode: Mode; timezone: string; distinct?: number | undefined },
): string {
  const columns = chartData.map(({ name }) => name);
  const lines = (chartData[0]?.data ?? []).map(({ beginstamp }, day) => ({
    name: localDay(beginstamp * 1_000, timezone),
    values: chartData.map(({ data }) => data[day]?.y ?? 0),
  }));
  return reportCsv({ mode, unit: "date", columns, lines, distinct });
}
