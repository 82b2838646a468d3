import type { ResponseOf } from "@gatepost/contract/client";
import type { HourOfSpending } from "@gatepost/domain/money/get-spending";

/** The response of getSpendingStats, without errorId. */
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
