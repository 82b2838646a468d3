import type { Sums } from "./day-cache.ts";

/** What a report was made of; where all of it is equal, so is the report. */
interface Made<Report> {
  until: string;
  sums: readonly Sums[];
  report: Report;
  /** Points that it holds. */
  size: number;
}

/**
 * The last report of each kind that this process made. A reload of a dashboard asks for what has not changed since:
 * then the very same frozen object is given, and a door may keep what it wrote it as.
 */
export function reportCache<Report extends object>(maxPoints = 50_000) {
  const known = new Map<string, Made<Report>>();
  let points = 0;

  return {
    /** `sums` are all that the report is drawn from, `until` what else its words depend on. */
    get(name: string, until: string, sums: readonly Sums[], make: () => Report): Report {
      const found = known.get(name);
      if (
        found?.until === until &&
        found.sums.length === sums.length &&
        found.sums.every((one, n) => equal(one, sums[n]))
      )
        return found.report;
      const report = Object.freeze(make());
      const size = sums.reduce((all, { size }) => all + 1 + size, 0);
      points += size - (found?.size ?? 0);
      if (points > maxPoints) {
        known.clear();
        points = size;
      }
      known.set(name, { until, sums, report, size });
      return report;
    },
  };
}

export type ReportCache<Report extends object> = ReturnType<typeof reportCache<Report>>;

/** Past days are remembered, so mostly it is the same map. */
function equal(a: Sums, b: Sums | undefined): boolean {
  if (a === b) return true;
  if (!b || a.size !== b.size) return false;
  for (const [label, n] of a) if (b.get(label) !== n) return false;
  return true;
}
