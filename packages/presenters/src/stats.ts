import { errors, isErrorCode } from "@gatepost/contract/errors";
import type { ResultOf } from "@gatepost/contract/methods";
import type { Point, Series } from "@gatepost/contract/methods/get-app-stats";
import { modeRecords } from "@gatepost/contract/modes";
import type { HourOfSpending } from "@gatepost/domain/money/spending";
import type { Day } from "@gatepost/domain/statistics/days";
import type { AppStats } from "@gatepost/domain/statistics/series";
import type { Queue } from "@gatepost/domain/tasks/queue";
import { dayNames } from "./day-names.ts";

/** The meaning of an error; none for a code that is no longer in the table. */
export function errorMeaning(code: string): { errorId: number; description: string } {
  if (!isErrorCode(code)) return { errorId: errors.ERROR_INTERNAL.id, description: "" };
  return { errorId: errors[code].id, description: errors[code].description };
}

/** The response of getAppStats, without errorId (docs/contract.md, section 7). */
export function appStatsResponse(stats: AppStats): ResultOf<"getAppStats"> {
  const { mode, days, values, until } = stats;
  const { name, itemname } = modeRecords[mode];
  const ordinary = { name, data: points(days, values), itemname, errorId: 0, code: "", description: "" };
  const failures = stats.errors.map(({ code, count, values }): Series => {
    const { errorId, description } = errorMeaning(code);
    return { name: code, data: points(days, values), itemname: "Errors", errorId, code, description, count };
  });
  const short = (day: Day | undefined) => dayNames(day?.iso ?? "").shortdate;
  return {
    chartData: [ordinary, ...failures],
    fromDate: `${short(days[0])} 00:00`,
    toDate: `${short(days.at(-1))} ${until}`,
  };
}

/** A day that the zone skipped has no second, and so no point. */
function points(days: readonly Day[], values: readonly number[]): Point[] {
  return days.flatMap(({ iso, begin, end }, index) =>
    begin === end
      ? []
      : { ...dayNames(iso), y: values[index] ?? 0, beginstamp: begin, endstamp: end - 1, stamp: begin },
  );
}

export function spendingStatsResponse(hours: readonly HourOfSpending[]): ResultOf<"getSpendingStats"> {
  return {
    data: hours.map(({ begin, tasks, spent }) => ({
      dateFrom: begin,
      dateTill: begin + 3_599,
      volume: tasks,
      money: Number(spent) / 1_000_000,
    })),
  };
}

/** The response of getQueueStats, without errorId: dollars, and percent and seconds with two decimals. */
export function queueStatsResponse({
  slots,
  idleSlots,
  averagePrice,
  averageSeconds,
  builtIn,
}: Queue): ResultOf<"getQueueStats"> {
  return {
    waiting: idleSlots,
    load: slots > 0 ? hundredths(((slots - idleSlots) / slots) * 100) : 100,
    bid: Math.round(averagePrice) / 1_000_000,
    speed: hundredths(averageSeconds),
    total: slots,
    byTemplate: builtIn.map(({ name, averageSeconds }) => ({ templateName: name, speed: hundredths(averageSeconds) })),
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
