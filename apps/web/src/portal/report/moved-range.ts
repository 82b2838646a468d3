import { addMonths, lastOfMonth, lengthInDays } from "@gatepost/domain/stats/buckets";
import { addDays, localDay } from "@gatepost/domain/stats/days";
import { daysOf, type Preset, presets } from "./presets.ts";
import { lastShown, type ReadAt, type View } from "./view.ts";

/**
 * The range before or after this one: of the same length, or the whole month or year where the range is one. None begins
 * after today.
 */
export function movedRange(view: View, direction: -1 | 1, { now, createdAt }: ReadAt): View {
  const today = localDay(now.getTime(), view.timezone);
  const since = localDay(createdAt.getTime(), view.timezone);
  const months = monthsOf(view, today);
  const moved = months === null ? byLength(view, direction) : byMonths(view, direction * months);
  if (moved.from > today) return view;
  const { from } = moved;
  const to = lastShown(moved, today);
  const isNamed = (one: Preset) => {
    const days = daysOf(one, today, since);
    return days.from === from && days.to === to;
  };
  // On the seventh of a month, its days so far are the last seven too.
  const names = presets.toSorted(
    (a, b) => Number(isCalendar(b) === (months !== null)) - Number(isCalendar(a) === (months !== null)),
  );
  return { ...view, point: null, range: names.find(isNamed) ?? "custom", from, to };
}

function byLength({ from, to }: View, direction: -1 | 1): { from: string; to: string } {
  const length = lengthInDays(from, to);
  return { from: addDays(from, direction * length), to: addDays(to, direction * length) };
}

function byMonths({ from }: View, months: number): { from: string; to: string } {
  const first = addMonths(from, months);
  return { from: first, to: lastOfMonth(addMonths(first, Math.abs(months) - 1)) };
}

/** The months by which a range moves; null: by its own length. */
function monthsOf({ range, from, to }: View, today: string): 1 | 12 | null {
  if (range === "custom") return calendarMonths(from, to, today);
  return isCalendar(range) ? calendarPresets[range] : null;
}

const calendarPresets = { month: 1, lastmonth: 1, year: 12 } as const;

function isCalendar(range: Preset): range is keyof typeof calendarPresets {
  return range in calendarPresets;
}

/** 1 if the range is a month of the calendar, 12 if it is a year, so far or in whole; otherwise null. */
function calendarMonths(from: string, to: string, today: string): 1 | 12 | null {
  const ends = (last: string) => to === last || (to === today && to < last);
  if (from.endsWith("-01") && ends(lastOfMonth(from)) && lengthInDays(from, to) > 1) return 1;
  return from.endsWith("-01-01") && ends(`${from.slice(0, 4)}-12-31`) && to.slice(5, 7) !== "01" ? 12 : null;
}
