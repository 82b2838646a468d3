import { limits } from "@gatepost/contract/limits";
import { listProblems } from "@gatepost/contract/problems";
import { DomainError } from "../platform/errors.ts";
import {
  addDays,
  addMonths,
  bucketsOf,
  type Day,
  daysBetween,
  isTimezone,
  lastOfMonth,
  lengthInDays,
  localDay,
  type Unit,
} from "./days.ts";
import { quarter, type Span } from "./read-counts.ts";

const defaultDays = 30;
/** Ten years. Ranges by week or month may have so many days, those by day `limits.reportDays`. */
export const longestRange = 3_660;

export interface RangeInput {
  from?: string | null | undefined;
  to?: string | null | undefined;
  timezone?: string | null | undefined;
  /** Default: day. */
  unit?: Unit | undefined;
}

/** The days of a report, or its weeks or months. */
export type Range = { days: Day[]; timezone: string; endsToday: boolean; unit: Unit };

/**
 * The days of a report: the given range, or today and the 29 days before; both days are included. ERROR_BAD_REQUEST for an
 * unknown zone, a day that does not exist, an end before its start, or more days than its unit allows.
 */
export function rangeOf(input: RangeInput, now: Date): Range {
  const timezone = input.timezone || "UTC";
  const problems = (["from", "to"] as const).flatMap(
    (property) => (input[property] && dayProblem(property, input[property])) || [],
  );
  if (!isTimezone(timezone)) problems.push("timezone must be an IANA time zone such as Europe/Paris.");
  if (problems.length > 0) throw invalid(listProblems(problems));
  const today = localDay(now.getTime(), timezone);
  const to = input.to || (input.from && input.from > today ? input.from : today);
  const from = input.from || addDays(to, 1 - defaultDays);
  const length = lengthInDays(from, to);
  if (length < 1) throw invalid("from must not be after to.");
  const unit = input.unit ?? "day";
  const max = unit === "day" ? limits.reportDays : longestRange;
  if (length > max) throw invalid(`The range must have at most ${max} days.`);
  return { days: bucketsOf(daysBetween(from, to, timezone), unit), timezone, endsToday: to === today, unit };
}

const invalid = (problem: string) => new DomainError("ERROR_BAD_REQUEST", problem);

function dayProblem(property: string, text: string): string | undefined {
  const stamp = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(stamp) || !new Date(stamp).toISOString().startsWith(text))
    return `${property} must be a day of the calendar as YYYY-MM-DD.`;
  const { reportFirstDay: first, reportLastDay: last } = limits;
  return text < first || text > last ? `${property} must be a day from ${first} to ${last}.` : undefined;
}

/**
 * With what a range is compared: the period before it, the same period a year before, or the period of the same length
 * that begins on a day (YYYY-MM-DD).
 */
export type Baseline = "previous" | "year" | (string & {});

/**
 * The period with which a range is compared, in as many buckets as the range, each as long as its counterpart. The
 * period before ends before the range and is shifted by whole weeks, so that Mondays are compared with Mondays: seven
 * days are compared with the seven before, 30 days with the 30 that end five days before them. A year before by day is
 * the same dates, by week 52 weeks; over 29 February, as many days from the same first date, because bars of two days or of none would
 * mislead. Months are compared with months, whatever their length. A period from a given day is moved by whole weeks or
 * months if bars are: by week it begins on the range's first weekday, that day or later; by month, in that day's month.
 */
export function rangeBefore(range: Range, baseline: Baseline = "previous"): Range {
  const { days, timezone, unit } = range;
  const shifted = unit === "month" ? shiftMonths(days, monthsApart(days, baseline)) : shiftDays(range, baseline);
  const [first, last] = [shifted[0] as DayNames, shifted.at(-1) as DayNames];
  const between = new Map(daysBetween(first.iso, last.last, timezone).map((day) => [day.iso, day]));
  const day = (iso: string) => between.get(iso) as Day;
  return {
    days: shifted.map(({ iso, last }) => ({ iso, last, begin: day(iso).begin, end: day(last).end })),
    timezone,
    endsToday: false,
    unit,
  };
}

type DayNames = Pick<Day, "iso" | "last">;

function shiftDays(range: Range, baseline: Baseline): DayNames[] {
  const shift = daysApart(range, baseline);
  return range.days.map(({ iso, last }) => ({ iso: addDays(iso, -shift), last: addDays(last, -shift) }));
}

function daysApart({ days, unit }: Range, baseline: Baseline): number {
  const first = (days[0] as Day).iso;
  if (baseline === "previous") return 7 * Math.ceil(lengthInDays(first, (days.at(-1) as Day).last) / 7);
  if (baseline === "year") return unit === "week" ? 364 : lengthInDays(addMonths(first, -12), first) - 1;
  const apart = lengthInDays(baseline, first) - 1;
  return unit === "week" ? 7 * Math.floor(apart / 7) : apart;
}

function monthsApart(days: readonly Day[], baseline: Baseline): number {
  if (baseline === "previous") return days.length;
  if (baseline === "year") return 12;
  const monthOf = (iso: string) => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));
  return monthOf((days[0] as Day).iso) - monthOf(baseline);
}

function shiftMonths(days: readonly Day[], months: number): DayNames[] {
  return days.map(({ iso, last }) => {
    const shifted = addMonths(last, -months);
    return { iso: addMonths(iso, -months), last: last === lastOfMonth(last) ? lastOfMonth(shifted) : shifted };
  });
}

/**
 * The spans of the period before, cut where today is cut: a day half over is compared with the same half of its day, to
 * the quarter of an hour; a week or a month, with as much of its own.
 */
export function spansBefore(before: readonly Day[], range: Range, now: Date): Span[] {
  const open = range.days[range.days.length - 1] as Day;
  if (!range.endsToday) return [...before];
  const elapsed = Math.ceil((now.getTime() / 1000 - open.begin) / quarter) * quarter;
  return before.map((day, index) =>
    index === before.length - 1 ? { begin: day.begin, end: Math.min(day.end, day.begin + elapsed) } : day,
  );
}

/** The change relative to the period before; null if that was zero. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
