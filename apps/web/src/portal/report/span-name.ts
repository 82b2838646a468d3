import { calendarDay } from "../../format/time.ts";

/** `23 Oct 2026 – 21 Nov 2026`, or the only day. */
export function spanName({ from, to }: { from: string; to: string }): string {
  return from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`;
}
