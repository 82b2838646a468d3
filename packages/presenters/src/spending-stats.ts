import type { ResponseOf } from "@gatepost/contract/client";
import type { HourOfSpending } from "@gatepost/domain/money/get-spending";

/** The answer of getSpendingStats, its errorId left out. */
export function spendingStatsResponse(
  hours: readonly HourOfSpending[],
): Omit<ResponseOf<"getSpendingStats">, "errorId"> {
  return {
    data: hours.map(({ begin, tasks, spent }) => ({
      dateFrom: begin,
      dateTill: begin + 3_599,
      volume: tasks,
      money: Number(spent) / 1_000_000,
    })),
  };
}
