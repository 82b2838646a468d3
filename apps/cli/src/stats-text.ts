import { styleText } from "node:util";
import type { ResponseOf } from "@gatepost/contract/client";
import type { Mode, Series } from "@gatepost/contract/methods/get-app-stats";

type AppStats = ResponseOf<"getAppStats">;

export interface StatsView {
  mode: Mode;
  timezone: string;
  /** Characters of a line at most. */
  width: number;
}

/** What is shown of one day. */
interface Row {
  name: string;
  good: number;
  /** Only where errors are the mode. */
  errors?: number;
}

const longestBar = 60;

/** A report for a terminal: a line with a bar for each day, the totals, and the error codes by how often they came. */
export function statsText({ chartData, fromDate, toDate }: AppStats, { mode, timezone, width }: StatsView): string {
  const [ordinary, ...errors] = chartData;
  if (!ordinary) return "There is nothing to show.";
  const show = (value: number) => (mode === "money" ? cents(value) : whole(value));
  const rows = ordinary.data.map(
    ({ shortdate, y }, day): Row => ({
      name: shortdate,
      good: y,
      ...(mode === "errors" && { errors: sum(errors.map(({ data }) => data[day]?.y ?? 0)) }),
    }),
  );
  const cells = table([header(ordinary, mode), ...rows, totals(rows, mode)], show);
  const room = Math.max(8, Math.min(longestBar, width - (cells[0]?.length ?? 0) - 2));
  const most = Math.max(1, ...rows.map(({ good, errors = 0 }) => good + errors));
  const lines = cells.map((line, index) => {
    const row = rows[index - 1];
    // One cell is left for what rounding adds.
    return row ? `${line}  ${bar(row, (room - 1) / most)}`.trimEnd() : line.trimEnd();
  });
  lines.splice(-1, 0, "");
  return [
    `${ordinary.name}, ${fromDate} to ${toDate} ${timezone}`,
    "",
    ...lines,
    ...(errors.length > 0 ? ["", ...errorLines(errors)] : []),
  ].join("\n");
}

type Line = { name: string; good: number | string; errors?: number | string };

function header({ itemname }: Series, mode: Mode): Line {
  return { name: "", good: itemname, ...(mode === "errors" && { errors: "Errors" }) };
}

/** An account that came on two days is one user: days of users do not add up, so their highest is shown. */
function totals(rows: readonly Row[], mode: Mode): Line {
  if (mode === "users") return { name: "highest", good: Math.max(0, ...rows.map(({ good }) => good)) };
  const good = sum(rows.map(({ good }) => good));
  return { name: "total", good, ...(mode === "errors" && { errors: sum(rows.map(({ errors = 0 }) => errors)) }) };
}

/** Lines of equal length: a name, then one or two numbers. */
function table(lines: readonly Line[], show: (value: number) => string): string[] {
  const texts = lines.map(({ name, good, errors }) =>
    [name, good, ...(errors === undefined ? [] : [errors])].map((cell) =>
      typeof cell === "number" ? show(cell) : cell,
    ),
  );
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((line) => line[column]?.length ?? 0)));
  return texts.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2)))
      .join(""),
  );
}

function errorLines(errors: readonly Series[]): string[] {
  const all = sum(errors.map(({ count = 0 }) => count));
  const names = Math.max(...errors.map(({ code }) => code.length));
  const counts = Math.max(...errors.map(({ count = 0 }) => whole(count).length));
  return errors.map(({ code, count = 0 }) => {
    const share = `${Math.round((100 * count) / all)} %`;
    return `${code.padEnd(names)}  ${whole(count).padStart(counts)}  ${share.padStart(5)}`;
  });
}

/** What went well in full blocks, errors behind it in light ones, so that no colour is needed to tell them. */
function bar({ good, errors = 0 }: Row, cellsEach: number): string {
  const full = cellsOf(good, cellsEach);
  return paint("cyan", "█".repeat(full)) + paint("red", "░".repeat(cellsOf(errors, cellsEach)));
}

/** A day with anything at all has a cell. */
function cellsOf(value: number, cellsEach: number): number {
  return value === 0 ? 0 : Math.max(1, Math.round(value * cellsEach));
}

/** Colours for people alone: none where the output is piped, or where NO_COLOR is set. */
function paint(colour: "cyan" | "red", text: string): string {
  return text && styleText(colour, text, { stream: process.stdout });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const whole = (value: number): string => value.toLocaleString("en-US");
const cents = (value: number): string => `$${whole(Math.floor(value / 100))}.${String(value % 100).padStart(2, "0")}`;
