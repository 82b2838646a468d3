import type { Mode } from "@gatepost/contract/modes";
import { periodBefore } from "@gatepost/domain/stats/compare";
import type { Overview } from "@gatepost/domain/stats/get-overview";
import { type Stats, wireDays } from "./wire-days.ts";

/** A total, its value in the period before, and the days that were compared. */
export interface Moved {
  total: number;
  before: number;
  /** The period before, YYYY-MM-DD. */
  from: string;
  to: string;
  /** How an incomplete last day is treated: cut at the same time in both periods, or left out of both. */
  lastDay: "whole" | "cut" | "left out";
}

/** As the operator reads it from the database, to the quarter of an hour. */
export function movedOf({ figures, comparedWith, partial }: Overview, mode: Mode): Moved {
  const { total, before } = figures[mode];
  return { total, before, ...comparedWith, lastDay: partial ? "cut" : "whole" };
}

/** The range to request as well, with which a response's days are compared; of the same weekdays. */
export function rangeBefore(stats: Stats, timezone: string): { from: string; to: string } | undefined {
  const days = wireDays(stats, timezone);
  return days.length > 0 ? periodBefore({ days, timezone, endsToday: false, unit: "day" }) : undefined;
}

/**
 * The same from two responses of getAppStats, whose points are whole days: an incomplete today is left out of both.
 * Undefined if nothing is left, and for users, whose days do not add up.
 */
export function movedBetween(
  now: Stats,
  before: Stats,
  { from, to, mode }: { from: string; to: string; mode: Mode },
): Moved | undefined {
  const days = now.chartData[0]?.data ?? [];
  const over = (days.at(-1)?.endstamp ?? 0) < Date.now() / 1000;
  const sum = ({ chartData }: Stats) =>
    (chartData[0]?.data ?? []).slice(0, over ? undefined : -1).reduce((total, { y }) => total + y, 0);
  if (mode === "users" || (!over && days.length < 2)) return undefined;
  return { total: sum(now), before: sum(before), from, to, lastDay: over ? "whole" : "left out" };
}
