import { addDays, type Day, localDay } from "@gatepost/domain/stats/days";

/** The required parts of a getAppStats response. */
export interface Stats {
  chartData: readonly { name: string; data: readonly { y: number; beginstamp: number; endstamp: number }[] }[];
}

/** The days of a response. A day that its zone skipped has no second of its own, and is named after its neighbours. */
export function wireDays({ chartData }: Stats, timezone: string): Day[] {
  const points = chartData[0]?.data ?? [];
  const real = points.findIndex(({ beginstamp, endstamp }) => endstamp >= beginstamp);
  const index = Math.max(0, real);
  const known = localDay((points[index]?.beginstamp ?? 0) * 1000, timezone);
  const first = addDays(known, -index - (real < 0 ? 1 : 0));
  return points.map(({ beginstamp, endstamp }, day) => ({
    iso: addDays(first, day),
    last: addDays(first, day),
    begin: beginstamp,
    end: endstamp + 1,
  }));
}
