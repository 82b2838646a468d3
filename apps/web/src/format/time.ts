import { partsOf } from "@gatepost/presenters/day-names";

const dates = new Map<string, Intl.DateTimeFormat>();

function format(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timezone, options]);
  let known = dates.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat("en-GB", { timeZone: timezone, ...options });
    dates.set(key, known);
  }
  return known;
}

/** `21 Nov 2026, 14:05 UTC`. */
export function moment(at: Date, timezone = "UTC"): string {
  return `${format(timezone, { dateStyle: "medium", timeStyle: "short" }).format(at)} ${timezone}`;
}

/** `14:05:09`. */
export const timeOfDay = (at: Date, timezone: string): string => format(timezone, { timeStyle: "medium" }).format(at);

/** A day of the calendar, `21 Nov 2026`. */
export function calendarDay(iso: string): string {
  const { day, shortMonth, year } = partsOf(iso);
  return `${day} ${shortMonth} ${year}`;
}

/** `Sat 21 Nov`. */
export function weekday(iso: string): string {
  const { weekday, day, shortMonth } = partsOf(iso);
  return `${weekday} ${day} ${shortMonth}`;
}

let relative: Intl.RelativeTimeFormat | undefined;
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `3m ago`. A time in the future is "just now", because the reader's clock may be behind. */
export function ago(at: Date, now: Date): string {
  relative ??= new Intl.RelativeTimeFormat("en", { style: "narrow" });
  const seconds = Math.round((now.getTime() - at.getTime()) / 1_000);
  for (const [unit, size] of steps) {
    if (seconds >= size) return relative.format(-Math.trunc(seconds / size), unit);
  }
  return seconds < 10 ? "just now" : relative.format(-seconds, "second");
}

/** A length of time as `4.2 s` or `3 min 05 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
}

/** What is left of a time, `4:05` or `1:52:37`. */
export function countdown(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= 3_600) parts.unshift(Math.floor(seconds / 3_600));
  return parts.map((part, index) => (index > 0 ? String(part).padStart(2, "0") : part)).join(":");
}

/** `23 Oct 2026 – 21 Nov 2026`, or the only day. */
export const spanName = ({ from, to }: { from: string; to: string }): string =>
  from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`;
