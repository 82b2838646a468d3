import type { Unit } from "@gatepost/domain/stats/buckets";
import { seriesNames } from "@gatepost/presenters/app-stats";
import { dollarsOfCents } from "../format/money.ts";
import { whole } from "../format/number.ts";
import type { ChartData } from "../portal/report/chart-rows.ts";
import { spanName } from "../portal/report/span-name.ts";
import type { View } from "../portal/report/view.ts";

/** A chart that is drawn on the server, with what it is about. */
export interface ShownChart {
  data: ChartData;
  view: Pick<View, "mode" | "from" | "to" | "timezone">;
  /** What one bar covers. */
  unit: Unit | "hour";
}

/** How a chart's numbers are written. */
export function numberFormat({ view }: Pick<ShownChart, "view">): (value: number) => string {
  return view.mode === "money" ? dollarsOfCents : whole;
}

/** `Page views, 24 Oct 2026 – 22 Nov 2026`. */
export function chartName({ view }: Pick<ShownChart, "view">): string {
  return `${seriesNames[view.mode].name}, ${spanName(view)}`;
}

/** A line below the chart: its units, its time zone, and which bar is not complete. */
export function chartNote({ data, view, unit }: ShownChart): string {
  const unfinished = data.rows.some(({ partial }) => partial) ? ` Hatched: not complete yet.` : "";
  return `By ${unit}, ${view.timezone}.${unfinished}`;
}
