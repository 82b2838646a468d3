import type { Span } from "./day-cache.ts";
import { addDays, type Day, type Range } from "./days.ts";

const quarter = 900;

/**
 * The period that a range is compared with: as long, ending before it, and shifted by whole weeks, so that Mondays stand
 * against Mondays. Seven days against the seven before, 30 days against the 30 that end five days before them.
 */
export function periodBefore(range: Range): { from: string; to: string } {
  const first = range.days[0] as Day;
  const last = range.days[range.days.length - 1] as Day;
  const shift = -7 * Math.ceil(range.days.length / 7);
  return { from: addDays(first.iso, shift), to: addDays(last.iso, shift) };
}

/**
 * The spans of the period before, cut where today is cut: a day that is half over is held against the same half of its
 * day, to the quarter of an hour.
 */
export function spansBefore(before: readonly Day[], range: Range, now: Date): Span[] {
  const today = range.days[range.days.length - 1] as Day;
  if (!range.endsToday) return [...before];
  const elapsed = Math.ceil((now.getTime() / 1000 - today.begin) / quarter) * quarter;
  return before.map((day, index) =>
    index === before.length - 1 ? { begin: day.begin, end: Math.min(day.end, day.begin + elapsed) } : day,
  );
}

/** The change as a part of what was before; null against nothing, where no percentage says anything. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
