import type { ResponseOf } from "@gatepost/contract/client";
import type { Queue } from "@gatepost/domain/queue/queue-cache";

/** The response of getQueueStats, without errorId: dollars, and percent and seconds with two decimals. */
export function queueStatsResponse({
  slots,
  idleSlots,
  averagePrice,
  averageSeconds,
  builtIn,
}: Queue): Omit<ResponseOf<"getQueueStats">, "errorId"> {
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
