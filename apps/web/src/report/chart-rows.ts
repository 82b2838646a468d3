import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { type Day, localTime } from "@gatepost/domain/statistics/days";
import type { AppStats } from "@gatepost/domain/statistics/series";
import { dayNames } from "@gatepost/presenters/day-names";
import { reportCsv } from "@gatepost/presenters/report-csv";
import { weekday } from "../format/time.ts";
import { bucketName, colourOf, shortMonth } from "./labels.ts";
import type { ChartUnit, Form } from "./view.ts";

/** One bar of the chart and one row of the table below it. */
export interface ChartRow {
  /** The first day, or the start of the hour. */
  key: string;
  /** The last day of a week or a month. */
  last?: string;
  /** Label on the axis. */
  short: string;
  /** Label in tooltip and table. */
  name: string;
  partial: boolean;
  /** One value per series. */
  values: number[];
  /** The sum of the shown series in the period before, and its day or hour. */
  before?: number;
  beforeName?: string;
}

export interface ChartSeries {
  name: string;
  colour: string;
}

export interface ChartData {
  rows: ChartRow[];
  series: ChartSeries[];
}

/** Hours, days, weeks or months in the form that the chart, the table and the legend show. */
export function chartRows(stats: AppStats): ChartData {
  const { mode, days, unfinished, values, errors } = stats;
  return {
    series: [modeRecords[mode].name, ...errors.map(({ code }) => code)].map(named),
    rows: days.map((day, index) => ({
      ...namesOf(day, stats),
      partial: index >= days.length - unfinished,
      values: [values, ...errors.map(({ values }) => values)].map((one) => one[index] ?? 0),
    })),
  };
}

function namesOf(day: Day, { unit, timezone }: AppStats): Pick<ChartRow, "key" | "last" | "short" | "name"> {
  const { iso, last, begin } = day;
  if (unit === "hour") {
    const time = localTime(begin * 1000, timezone);
    return { key: String(begin), short: time, name: time };
  }
  const short = unit === "month" ? shortMonth(iso) : dayNames(iso).shortdate;
  return { key: iso, last, short, name: unit === "day" ? weekday(iso) : bucketName(day, unit) };
}

/** The main series comes first, then one for each error code. */
const named = (name: string, index: number): ChartSeries => ({ name, colour: colourOf(index === 0 ? "" : name) });

/** The valid part of the legend's selection: at least one series is shown. */
export const hiddenOf = (series: readonly { name: string }[], hidden: readonly string[]): readonly string[] =>
  series.every(({ name }) => hidden.includes(name)) ? [] : hidden;

export function withoutHidden({ rows, series }: ChartData, hidden: readonly string[]): ChartData {
  const shown = series.map(({ name }) => !hidden.includes(name));
  const keep = <T>(_: T, index: number) => shown[index];
  return { series: series.filter(keep), rows: rows.map((row) => ({ ...row, values: row.values.filter(keep) })) };
}

export const totalName = "Total";

/** Whether the line of the period before is the total of several series. */
export const comparesTotals = ({ rows, series }: ChartData): boolean =>
  series.length > 1 && rows.some(({ before }) => before !== undefined);

/** The chart for lines: with the total that the line of the period before is compared with. Stacked bars show it anyway. */
export function withTotal(chart: ChartData): ChartData {
  if (!comparesTotals(chart)) return chart;
  return {
    series: [...chart.series, { name: totalName, colour: "var(--ink)" }],
    rows: chart.rows.map((row) => ({ ...row, values: [...row.values, sum(row.values)] })),
  };
}

/**
 * The chart with the period before beside it, row by row. The latter may have error codes that are not in the legend: they
 * count in its total, unless a part of the chart is hidden.
 */
export function withBefore(chart: ChartData, before: ChartData, hidden: readonly string[]): ChartData {
  const shown = new Set(chart.series.map(({ name }) => name));
  const others = hidden.length > 0 ? before.series.map(({ name }) => name).filter((name) => !shown.has(name)) : [];
  const earlier = withoutHidden(before, others).rows;
  return {
    ...chart,
    rows: chart.rows.map((row, index) => {
      const one = earlier[index];
      return one ? { ...row, before: sum(one.values), beforeName: one.name } : row;
    }),
  };
}

/** Whether the chart draws something of what is not complete yet: a bar of nothing is not drawn, and a line of nothing is. */
export const marksUnfinished = ({ rows }: ChartData, form: Form = "bars"): boolean =>
  rows.some(({ partial, values }) => partial && (form === "lines" || sum(values) > 0));

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Notes by the key of the row that contains their day. */
export function flagsOf(
  notes: readonly { day: string; text: string }[],
  rows: readonly Pick<ChartRow, "key" | "last">[],
): Map<string, string[]> {
  const flags = new Map<string, string[]>();
  for (const { day, text } of notes) {
    const row = rows.find(({ key, last = key }) => key <= day && day <= last);
    if (row) flags.set(row.key, [...(flags.get(row.key) ?? []), text]);
  }
  return flags;
}

/** The values without the day that is not over, because a line that ends there always seems to fall. */
export const finished = (values: readonly number[], partial: boolean | undefined): readonly number[] =>
  partial ? values.slice(0, -1) : values;

/** The chart's rows as shown on the screen, each by its first day, with the period before if it is shown. */
export function chartCsv(
  { rows, series }: ChartData,
  { mode, unit, distinct }: { mode: Mode; unit: ChartUnit; distinct: number | undefined },
): string {
  const compared = rows.some(({ before }) => before !== undefined);
  const columns = [...series.map(({ name }) => name), ...(compared ? ["Previous"] : [])];
  const lines = rows.map(({ key, name, values, before }) => ({
    name: unit === "hour" ? name : key,
    values: compared ? [...values, before] : values,
  }));
  return reportCsv({ mode, unit: unit === "day" ? "date" : unit, columns, lines, distinct });
}
