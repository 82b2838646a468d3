import { addDays } from "@gatepost/domain/stats/days";
import type { AppStats } from "@gatepost/domain/stats/get-app-stats";
import type { Hour } from "@gatepost/domain/stats/get-hours";
import { weekday } from "../../format/time.ts";
import { colourOf } from "./colours.ts";

/** One bar of the chart, which is one row of the table below it. */
export interface ChartRow {
  /** The day, or the hour's begin. */
  key: string;
  /** On the axis. */
  short: string;
  /** In tooltip and table. */
  name: string;
  partial: boolean;
  /** A value a series. */
  values: number[];
}

export interface ChartSeries {
  name: string;
  colour: string;
}

export interface ChartData {
  rows: ChartRow[];
  series: ChartSeries[];
}

/** A report as the chart, the table and the legend show it. */
export function dayRows(
  { chartData }: Pick<AppStats, "chartData">,
  { from, partial }: { from: string; partial: boolean },
): ChartData {
  const days = chartData[0]?.data ?? [];
  return {
    series: chartData.map(({ name, code }) => ({ name, colour: colourOf(code) })),
    rows: days.map(({ shortdate }, index) => {
      const iso = addDays(from, index);
      return {
        key: iso,
        short: shortdate,
        name: weekday(iso),
        partial: partial && index === days.length - 1,
        values: chartData.map(({ data }) => data[index]?.y ?? 0),
      };
    }),
  };
}

export function hourRows(hours: readonly Hour[], name: string): ChartData {
  return {
    series: [{ name, colour: colourOf("") }],
    rows: hours.map(({ time, begin, y, partial }) => ({
      key: String(begin),
      short: time,
      name: time,
      partial,
      values: [y],
    })),
  };
}

/** Without the series that the legend has switched off; the last one stays. */
export function shownSeries<T extends { name: string }>(series: readonly T[], hidden: readonly string[]): T[] {
  const shown = series.filter(({ name }) => !hidden.includes(name));
  return shown.length > 0 ? shown : [...series];
}
