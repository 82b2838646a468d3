import { addDays, type Day } from "./days.ts";

/** What one bar of a chart covers. */
export const units = ["day", "week", "month"] as const;
export type Unit = (typeof units)[number];

/**
 * The days of a range by unit, in order: weeks begin on Monday, months on the first. The first and the last are cut
 * where the range is.
 */
export function bucketsOf(days: readonly Day[], unit: Unit): Day[] {
  if (unit === "day") return [...days];
  const buckets: Day[] = [];
  for (const day of days) {
    const open = buckets.at(-1);
    if (open && !beginsBucket(day.iso, unit)) Object.assign(open, { last: day.iso, end: day.end });
    else buckets.push({ ...day });
  }
  return buckets;
}

function beginsBucket(iso: string, unit: "week" | "month"): boolean {
  return unit === "week" ? new Date(iso).getUTCDay() === 1 : iso.endsWith("-01");
}

/** The number of days from the first to the last, both included. */
export function lengthInDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The unit for a range of so many days, unless somebody chooses another: no more than about 120 bars. */
export function usualUnit(days: number): Unit {
  return days < 120 ? "day" : days < 400 ? "week" : "month";
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(iso: string, months: number): string {
  const first = monthAt(iso, months);
  const day = Math.min(Number(iso.slice(8)), Number(lastOfMonth(first).slice(8)));
  return `${first.slice(0, 8)}${String(day).padStart(2, "0")}`;
}

export function lastOfMonth(iso: string): string {
  return addDays(monthAt(iso, 1), -1);
}

/** The first day of the month that is so many months later. */
function monthAt(iso: string, months: number): string {
  const [year, month] = [Number(iso.slice(0, 4)), Number(iso.slice(5, 7))];
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
