import { limits } from "@gatepost/contract/limits";

/**
 * One day of a report, or several as one: a week or a month. Stamps are Unix seconds; a day has 23, 24 or 25 hours, or
 * another number if its zone changed its offset.
 */
export interface Day {
  /** YYYY-MM-DD in the report's zone. */
  iso: string;
  /** The last day, which is the same, except for a week or a month. */
  last: string;
  begin: number;
  /** The begin of what follows. */
  end: number;
}

const dayMs = 86_400_000;
const knownDays = new Map<string, Day[]>();

/** The days from the first to the last, both included, in a valid zone. */
export function daysBetween(from: string, to: string, timezone: string): Day[] {
  const name = `${from} ${to} ${timezone.toLowerCase()}`;
  let days = knownDays.get(name);
  if (!days) {
    days = findDays(from, to, timezone);
    // Longer ranges are rare, and would take much memory.
    if (days.length > limits.reportDays) return days;
    if (knownDays.size >= 500) knownDays.clear();
    knownDays.set(name, days);
  }
  return days;
}

function findDays(from: string, to: string, timezone: string): Day[] {
  const length = lengthInDays(from, to);
  const offsets = Array.from({ length: length + 3 }, (_, index) => {
    const at = Date.parse(from) + (index - 1) * dayMs;
    return wallClock(at, timezone) - at;
  });
  const begins = Array.from({ length: length + 1 }, (_, index) =>
    dayBegin(addDays(from, index), timezone, offsets.slice(index, index + 3)),
  );
  return begins.slice(0, -1).map((begin, index) => ({
    iso: addDays(from, index),
    last: addDays(from, index),
    begin: begin / 1000,
    end: (begins[index + 1] as number) / 1000,
  }));
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * dayMs).toISOString().slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  // Zones are found in any letter case; one zone has one entry.
  const name = timezone.toLowerCase();
  let format = formats.get(name);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size > 1_000) formats.clear();
    formats.set(name, format);
  }
  return format;
}

export function isTimezone(name: string): boolean {
  // Intl accepts offsets such as +02:00 too, but they have no name and no history.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The wall clock of the zone at that instant, as if it were UTC. */
function wallClock(instant: number, timezone: string): number {
  if (timezone === "UTC") return instant;
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(instant)) part[type] = Number(value);
  return (
    Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second) + (instant % 1000)
  );
}

export function localDay(instant: number, timezone: string): string {
  return new Date(wallClock(instant, timezone)).toISOString().slice(0, 10);
}

/** The zone's time of day at that instant, as `14:05`. */
export function localTime(instant: number, timezone: string): string {
  return new Date(wallClock(instant, timezone)).toISOString().slice(11, 16);
}

/**
 * The first instant that belongs to that day in the zone. Where clocks go forward over midnight, it is the jump; where
 * they go back over it, the first of the two midnights. `offsets` are those of a day before, at that time, and a day
 * after.
 */
function dayBegin(iso: string, timezone: string, offsets: readonly number[]): number {
  const midnight = Date.parse(iso);
  const [offset = 0, ...others] = offsets;
  if (others.every((other) => other === offset)) return midnight - offset;
  const matches = offsets.map((offset) => midnight - offset).filter((at) => wallClock(at, timezone) === midnight);
  if (matches.length > 0) return Math.min(...matches);

  let before = midnight - Math.max(...offsets) - dayMs / 8;
  let after = midnight - Math.min(...offsets) + dayMs / 8;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (localDay(middle, timezone) >= iso) after = middle;
    else before = middle;
  }
  return Math.ceil(after / 1000) * 1000;
}

/** What one bar of a chart covers. */
export const units = ["day", "week", "month"] as const;
export type Unit = (typeof units)[number];

/**
 * The days of a range by unit, in order: weeks begin on Monday, months on the first. The first and the last are cut
 * where the range is.
 */
export function bucketsOf(days: Day[], unit: Unit): Day[] {
  if (unit === "day") return days;
  const buckets: Day[] = [];
  for (const day of days) {
    const open = buckets.at(-1);
    const begins = unit === "week" ? new Date(day.iso).getUTCDay() === 1 : day.iso.endsWith("-01");
    if (open && !begins) Object.assign(open, { last: day.iso, end: day.end });
    else buckets.push({ ...day });
  }
  return buckets;
}

/** The number of days from the first to the last, both included. */
export function lengthInDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
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
