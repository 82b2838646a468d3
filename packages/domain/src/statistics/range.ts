import { limits } from "@gatepost/contract/limits";
import { DomainError } from "../platform/errors.ts";
import { addDays, bucketsOf, type Day, daysBetween, isTimezone, lengthInDays, localDay, type Unit } from "./days.ts";

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
  if (!isTimezone(timezone)) throw invalid("timezone must be an IANA time zone such as Europe/Paris.");
  for (const property of ["from", "to"] as const) {
    const day = input[property];
    const problem = day && dayProblem(property, day);
    if (problem) throw invalid(problem);
  }
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
