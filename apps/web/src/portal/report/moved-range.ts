import { addMonths, lastOfMonth, lengthInDays } from "@gatepost/domain/stats/buckets";
import { addDays, localDay } from "@gatepost/domain/stats/days";
import { daysOf, presets } from "./presets.ts";
import type { ReadAt, View } from "./view.ts";

/**
 * The range before or after this one: of the same length, or the whole month or year where the range is one. None begins
 * after today.
 */
export function movedRange(view: View, direction: -1 | 1, { now, createdAt }: ReadAt): View {
  const today = localDay(now.getTime(), view.timezone);
  const since = localDay(createdAt.getTime(), view.timezone);
  const { from, to } = neighbour(view, direction, today);
  if (from > today) return view;
  const preset = presets.find((one) => {
    const days = daysOf(one, today, since);
    return days.from === from && days.to === to;
  });
  return { ...view, point: null, range: preset ?? "custom", from, to };
}

function neighbour({ from, to }: View, direction: -1 | 1, today: string): { from: string; to: string } {
  const months = calendarMonths(from, to, today);
  if (months === null) {
    const length = lengthInDays(from, to);
    return { from: addDays(from, direction * length), to: addDays(to, direction * length) };
  }
  const first = addMonths(from, direction * months);
  const last = lastOfMonth(addMonths(first, months - 1));
  return { from: first, to: last > today && first <= today ? today : last };
}

/** 1 if the range is a month of the calendar, 12 if it is a year, so far or in whole; otherwise null. */
function calendarMonths(from: string, to: string, today: string): 1 | 12 | null {
  const ends = (last: string) => to === last || (to === today && to < last);
  if (from.endsWith("-01") && ends(lastOfMonth(from)) && lengthInDays(from, to) > 1) return 1;
  return from.endsWith("-01-01") && ends(`${from.slice(0, 4)}-12-31`) && to.slice(5, 7) !== "01" ? 12 : null;
}
