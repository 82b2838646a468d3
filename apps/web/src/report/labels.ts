import { type ErrorCode, errorCodes } from "@gatepost/contract/errors";
import { lastOfMonth, type Unit } from "@gatepost/domain/statistics/days";
import { partsOf } from "@gatepost/presenters/day-names";
import { percent, share } from "../format/numbers.ts";
import { calendarDay } from "../format/time.ts";

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
  if (size === percent(0)) return "about the same";
  return change > 0 ? `up ${size}` : `down ${share(-change)}`;
}

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

/** The most frequent error codes, in order of frequency: they get the palette's colours, then its first shades. */
const first: readonly ErrorCode[] = [
  "ERROR_STEP_FAILED",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_INCORRECT_SESSION_DATA",
  "ERROR_TASK_TIMEOUT",
  "ERROR_TEMPLATE_NOT_FOUND",
  "ERROR_NO_SLOT_AVAILABLE",
  "ERROR_ZERO_BALANCE",
  "ERROR_WORKER_LOST",
  "ERROR_TASK_CANCELED",
  "ERROR_WEBSITE_NOT_ALLOWED",
  "ERROR_INTERNAL",
  "ERROR_TOO_MANY_REQUESTS",
  "ERROR_ACCOUNT_SUSPENDED",
];
const order: readonly string[] = [...first, ...errorCodes.filter((code) => !first.includes(code))];

/** The number of colours in the palette. The last one is that of text, whose shades would not be recognisable. */
const hues = 7;
const shaded = hues - 1;
/** The share of a colour in its shade, and of what it is mixed with, each time the palette repeats. */
const shades = ["60%, var(--ink)", "60%, var(--panel)", "35%, var(--ink)", "35%, var(--panel)"];

/**
 * The colour of an error code, the same on every page and different for each code: the Okabe–Ito palette of tokens.css
 * in a fixed order, then its shades. Anything that is not an error has the accent colour.
 */
export function colourOf(code: string): string {
  if (code === "") return "var(--accent)";
  const place = Math.max(0, order.indexOf(code));
  if (place < hues) return `var(--chart-${place + 1})`;
  const again = place - hues;
  return `color-mix(in oklab, var(--chart-${(again % shaded) + 1}) ${shades[Math.floor(again / shaded)] ?? shades[0]})`;
}
