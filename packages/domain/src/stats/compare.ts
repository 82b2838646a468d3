import type { Span } from "./day-cache.ts";
import { addDays, type Day, type Range } from "./days.ts";

const quarter = 900;

/**
 * The period with which a range is compared: as long, ending before it, and shifted by whole weeks, so that Mondays are
 * compared with Mondays. Seven days are compared with the seven before, 30 days with the 30 that end five days before
 * them.
 */
export function periodBefore(range: Range): { from: string; to: string } {
  const first = range.days[0] as Day;
  const last = range.days[range.days.length - 1] as Day;
  const shift = -7 * Math.ceil(range.days.length / 7);
  return { from: addDays(first.iso, shift), to: addDays(last.iso, shift) };
}

/**
 * The spans of the period before, cut where today is cut: a day half over is compared with the same half of its day, to
 * the quarter of an hour.
 */
export function spansBefore(before: readonly Day[], range: Range, now: Date): Span[] {
  const today = range.days[range.days.length - 1] as Day;
  if (!range.endsToday) return [...before];
  const elapsed = Math.ceil((now.getTime() / 1000 - today.begin) / quarter) * quarter;
  return before.map((day, index) =>
    index === before.length - 1 ? { begin: day.begin, end: Math.min(day.end, day.begin + elapsed) } : day,
  );
}

/** The change relative to the period before; null if that was zero. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
