import { addDays, addMonths, daysBetween, lastOfMonth, localDay, localTime } from "../statistics/days.ts";

/** How often a report is sent: on Mondays about the week before, or on the first of a month about the month before. */
export const reportKinds = ["weekly", "monthly"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What an address can get about an application. Alerts are sent when something is not normal, after a check each hour. */
export const subscriptionKinds = [...reportKinds, "alerts"] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

/** The kind of a row of report_subscription. Throws if it is none, which no verb writes. */
export function subscriptionKindOf(stored: string): SubscriptionKind {
  const kind = subscriptionKinds.find((one) => one === stored);
  if (kind) return kind;
  throw new Error(`A subscription is of the unknown kind ${stored}.`);
}

/** The hour of the day at which a report is sent. The figures of the day before are final by then. */
const sentHour = 6;

/** The days that a report covers, both included. */
export interface ReportPeriod {
  from: string;
  to: string;
}

/** The latest period of which a report was due at that moment, in a valid zone. */
export function latestPeriod(kind: ReportKind, timezone: string, now: Date): ReportPeriod {
  const today = beginOf(kind, localDay(now.getTime(), timezone));
  const begin = sendingOn(today, timezone) <= now ? today : step(kind, today, -1);
  return periodFrom(kind, step(kind, begin, -1));
}

/** The moment after `now` at which the next report is sent. */
export function nextSending(kind: ReportKind, timezone: string, now: Date): Date {
  const today = beginOf(kind, localDay(now.getTime(), timezone));
  const soon = sendingOn(today, timezone);
  return soon > now ? soon : sendingOn(step(kind, today, 1), timezone);
}

export function periodFrom(kind: ReportKind, from: string): ReportPeriod {
  return { from, to: kind === "weekly" ? addDays(from, 6) : lastOfMonth(from) };
}

/** The first day of the week or month of a day. */
function beginOf(kind: ReportKind, day: string): string {
  return kind === "weekly" ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : `${day.slice(0, 8)}01`;
}

function step(kind: ReportKind, begin: string, periods: number): string {
  return kind === "weekly" ? addDays(begin, 7 * periods) : addMonths(begin, periods);
}

function sendingOn(day: string, timezone: string): Date {
  const [{ begin } = { begin: 0 }] = daysBetween(day, day, timezone);
  const near = (begin + sentHour * 3_600) * 1_000;
  // Clocks that have changed since midnight show another hour.
  const [hours = 0, minutes = 0] = localTime(near, timezone).split(":").map(Number);
  return new Date(near + ((sentHour - hours) * 60 - minutes) * 60_000);
}
