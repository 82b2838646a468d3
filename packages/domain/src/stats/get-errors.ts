import type { Context } from "../context.ts";
import { changeOf, periodBefore, spansBefore } from "./compare.ts";
import { daysBetween, type RangeInput } from "./days.ts";
import { ownedReport } from "./get-app-stats.ts";
import { byLabel, readSpans } from "./read-counts.ts";
import { type ErrorCount, errorCounts } from "./series.ts";

export interface ErrorRow extends ErrorCount {
  /** The share of all errors of the range, from 0 to 1. */
  share: number;
  /** In the period before, cut at the same time as today. */
  before: number;
  change: number | null;
}

/** The errors of an application by code, the most frequent first, with their share and trend. */
export async function getErrors({
  ctx,
  input,
}: {
  ctx: Context;
  input: RangeInput & { softId: number };
}): Promise<ErrorRow[]> {
  const { application, range } = await ownedReport(ctx, input);
  const compared = periodBefore(range);
  const earlier = daysBetween(compared.from, compared.to, range.timezone);
  const [now, before] = await Promise.all([
    readSpans(ctx, application, "error", range.days).then(byLabel),
    readSpans(ctx, application, "error", spansBefore(earlier, range, application.now)).then(byLabel),
  ]);
  const sum = (values: readonly number[] = []) => values.reduce((all, n) => all + n, 0);
  const counted = errorCounts(now);
  const all = sum(counted.map(({ count }) => count));
  return counted.map((error) => {
    const earlierCount = sum(before.get(error.code));
    return {
      ...error,
      share: error.count / all,
      before: earlierCount,
      change: changeOf(error.count, earlierCount),
    };
  });
}
