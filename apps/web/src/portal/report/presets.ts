import { addMonths, lastOfMonth } from "@gatepost/domain/stats/buckets";
import { addDays } from "@gatepost/domain/stats/days";

export const presets = [
  "today",
  "yesterday",
  "7d",
  "28d",
  "30d",
  "90d",
  "month",
  "lastmonth",
  "year",
  "12mo",
  "all",
] as const;
export type Preset = (typeof presets)[number];

/** The name of each range, and the key that selects it. */
export const presetTexts: Record<Preset, { name: string; key: string }> = {
  today: { name: "Today", key: "d" },
  yesterday: { name: "Yesterday", key: "e" },
  "7d": { name: "Last 7 days", key: "w" },
  "28d": { name: "Last 28 days", key: "f" },
  "30d": { name: "Last 30 days", key: "t" },
  "90d": { name: "Last 90 days", key: "n" },
  month: { name: "This month", key: "m" },
  lastmonth: { name: "Last month", key: "p" },
  year: { name: "Year to date", key: "y" },
  "12mo": { name: "Last 12 months", key: "l" },
  all: { name: "All time", key: "a" },
};

/** The days of a preset. `since` is the application's first day, with which all time begins. */
export function daysOf(range: Preset, today: string, since: string): { from: string; to: string } {
  const monthBefore = addMonths(`${today.slice(0, 8)}01`, -1);
  const from: Record<Preset, string> = {
    today,
    yesterday: addDays(today, -1),
    "7d": addDays(today, -6),
    "28d": addDays(today, -27),
    "30d": addDays(today, -29),
    "90d": addDays(today, -89),
    month: `${today.slice(0, 8)}01`,
    lastmonth: monthBefore,
    year: `${today.slice(0, 5)}01-01`,
    "12mo": addMonths(`${today.slice(0, 8)}01`, -11),
    all: since < today ? since : today,
  };
  const to = range === "yesterday" ? from.yesterday : range === "lastmonth" ? lastOfMonth(monthBefore) : today;
  return { from: from[range], to };
}
