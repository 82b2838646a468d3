import { percent } from "../../format/number.ts";

/** A percentage of fewer than this says little: 1 to 4 is no trend. */
const minBase = 10;

/** The basis on which figures of a range are compared. */
export interface Comparison {
  /** Whether the application existed during the whole period before. */
  comparable: boolean;
  /** Nothing at all was counted in the range. */
  empty: boolean;
  /** The range is one day, and it is not over. */
  unfinishedDay: boolean;
}

/**
 * How a figure changed since the period before, in words; empty if there is nothing to say. There is no percentage
 * against zero, against a few, of a day that is not over, or for a figure that is zero.
 */
export function changeText(
  { total, before, change }: { total: number; before: number; change: number | null },
  { comparable, empty, unfinishedDay }: Comparison,
  show: (value: number) => string,
): string {
  if (empty) return "";
  if (!comparable) return "no earlier data";
  if (change === null) return total === 0 ? "" : `${show(0)} before`;
  if (unfinishedDay || total === 0 || before < minBase) return `${show(before)} before`;
  if (change === 0) return "unchanged";
  const size = percent(Math.abs(change));
  return size === percent(0) ? "about the same" : `${change > 0 ? "up" : "down"} ${size}`;
}
