import type { ChartSeries } from "./chart-rows.ts";

/** As many lines as fit beside a chart that is 320 px high. */
const maxLines = 8;

interface TipLines {
  shown: (ChartSeries & { value: number })[];
  /** The series that are not listed, and their sum. */
  rest: { count: number; sum: number };
  total: number;
}

/** The series of a tooltip: those that have a value, the first one and then the largest; the rest as a sum. */
export function tipLines(series: readonly ChartSeries[], values: readonly number[]): TipLines {
  const [main, ...others] = series.map((one, index) => ({ ...one, value: values[index] ?? 0 }));
  const counted = others.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const lines = main && (main.value > 0 || series.length === 1) ? [main, ...counted] : counted;
  // A line that says "1 more" takes as much space as the one it stands for.
  const shown = lines.length > maxLines ? lines.slice(0, maxLines - 1) : lines;
  const rest = lines.slice(shown.length);
  const sum = (of: readonly { value: number }[]) => of.reduce((all, { value }) => all + value, 0);
  return { shown, rest: { count: rest.length, sum: sum(rest) }, total: sum(lines) };
}
