import { type Day, localDay } from "@gatepost/domain/stats/days";

/** The required parts of a getAppStats response. */
export interface Stats {
  chartData: readonly { name: string; data: readonly { y: number; beginstamp: number; endstamp: number }[] }[];
}

/** The days of a response. */
export function wireDays({ chartData }: Stats, timezone: string): Day[] {
  return (chartData[0]?.data ?? []).map(({ beginstamp, endstamp }) => {
    const iso = localDay(beginstamp * 1000, timezone);
    return { iso, last: iso, begin: beginstamp, end: endstamp + 1 };
  });
}
