import { LRUCache } from "lru-cache";
import type { Sums } from "./day-cache.ts";

/** The data of a report. Equal data give an equal report. */
interface Made<Report> {
  until: string;
  sums: readonly Sums[];
  report: Report;
}

/**
 * The last report of each kind that this process computed. If its data have not changed since, a reload of a dashboard
 * gets the same frozen object, so that an adapter may keep its serialisation.
 */
export function reportCache<Report extends object>(maxPoints = 50_000) {
  const known = new LRUCache<string, Made<Report>>({
    maxSize: maxPoints,
    sizeCalculation: ({ sums }) => sums.reduce((all, { size }) => all + 1 + size, 0),
  });

  return {
    /** `sums` are the data of the report; `until` is what else its texts depend on. */
    get(name: string, until: string, sums: readonly Sums[], make: () => Report): Report {
      const found = known.get(name);
      if (
        found?.until === until &&
        found.sums.length === sums.length &&
        found.sums.every((one, n) => equal(one, sums[n]))
      )
        return found.report;
      const report = Object.freeze(make());
      known.set(name, { until, sums, report });
      return report;
    },
  };
}

/** Past days are cached, so it is usually the same map. */
function equal(a: Sums, b: Sums | undefined): boolean {
  if (a === b) return true;
  if (!b || a.size !== b.size) return false;
  for (const [label, n] of a) if (b.get(label) !== n) return false;
  return true;
}
