import type { ChartData } from "./chart-rows.ts";

/** The margins of the plot, in pixels; its width is the rest. */
export const plot = { height: 320, left: 52, right: 10, top: 26, bottom: 30 };

/** Four or five round values from 0 to at least `max`. Whole numbers only, because counts have no fractions. */
export function axisTicks(max: number): number[] {
  const rough = Math.max(1, max) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].find((one) => one * magnitude >= rough) ?? 10;
  const step = Math.max(1, round * magnitude);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Which of `count` rows over `width` pixels get a label of `label` pixels: at equal distances, as many as fit, starting
 * from the last row whose label fits.
 */
export function labelledRows(count: number, width: number, label: number): number[] {
  const row = width / count;
  if (!(row > 0)) return [];
  const step = Math.ceil((label + 14) / row);
  const last = count - 1 - Math.ceil(Math.max(0, label / 2 - plot.right - row / 2) / row);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => last - index * step).reverse();
}

/** The bars, stacked by series, of nothing none. Their sides are shares of the plot's width, their ends of its height, of which `top` is all. */
export function barsOf({ rows, series }: ChartData, top: number) {
  const band = 1 / rows.length;
  const gap = band * (rows.length > 120 ? 0.04 : 0.11);
  return rows.flatMap(({ key, values, partial }, at) => {
    let below = 0;
    return series.flatMap(({ colour }, index) => {
      const value = values[index] ?? 0;
      if (value <= 0) return [];
      const from = below / top;
      below += value;
      return {
        key,
        index,
        value,
        colour,
        partial,
        left: at * band + gap,
        width: band - 2 * gap,
        from,
        to: below / top,
      };
    });
  });
}

/**
 * Which rows a line goes through: those that are complete, and from the last of them to the one that is under way. Hours
 * that have not begun have no line.
 */
export function lineParts(partial: readonly boolean[]): { whole: number[]; open: number[] } {
  const first = partial.indexOf(true);
  const whole = Array.from({ length: first < 0 ? partial.length : first }, (_, index) => index);
  return { whole, open: first < 0 ? [] : [...whole.slice(-1), first] };
}
