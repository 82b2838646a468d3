import { lastOfMonth, type Unit } from "@gatepost/domain/stats/buckets";
import { calendarDay } from "../../format/time.ts";

/** `16 – 22 Nov 2026`, `30 Nov – 6 Dec 2026`, or `Nov 2026` for a whole month. */
export function bucketName({ iso, last }: { iso: string; last: string }, unit: Unit): string {
  if (unit === "month" && iso.endsWith("-01") && last === lastOfMonth(iso)) return monthOf(iso);
  if (iso === last) return calendarDay(iso);
  const [day, month, year] = calendarDay(iso).split(" ") as [string, string, string];
  const [, lastMonth, lastYear] = calendarDay(last).split(" ");
  const first = year !== lastYear ? `${day} ${month} ${year}` : month !== lastMonth ? `${day} ${month}` : day;
  return `${first} – ${calendarDay(last)}`;
}

/** `Nov 26`, for an axis. */
export function shortMonth(iso: string): string {
  const [month, year] = monthOf(iso).split(" ") as [string, string];
  return `${month} ${year.slice(2)}`;
}

function monthOf(iso: string): string {
  return calendarDay(iso).split(" ").slice(1).join(" ");
}
