import { lastOfMonth, type Unit } from "@gatepost/domain/stats/buckets";
import { partsOf } from "@gatepost/presenters/day-names";
import { calendarDay } from "../../format/time.ts";

/** `16 – 22 Nov 2026`, `30 Nov – 6 Dec 2026`, or `Nov 2026` for a whole month. */
export function bucketName({ iso, last }: { iso: string; last: string }, unit: Unit): string {
  const { day, shortMonth, year } = partsOf(iso);
  if (unit === "month" && iso.endsWith("-01") && last === lastOfMonth(iso)) return `${shortMonth} ${year}`;
  if (iso === last) return calendarDay(iso);
  const end = partsOf(last);
  const month = year !== end.year ? ` ${shortMonth} ${year}` : shortMonth !== end.shortMonth ? ` ${shortMonth}` : "";
  return `${day}${month} – ${calendarDay(last)}`;
}

/** `Nov 26`, for an axis. */
export function shortMonth(iso: string): string {
  const { shortMonth, year } = partsOf(iso);
  return `${shortMonth} ${year.slice(2)}`;
}
