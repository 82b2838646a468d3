import type { Args } from "../context.ts";
import { type Baseline, rangeBefore, spansBefore } from "./compare.ts";
import { ownedReport } from "./get-app-stats.ts";
import type { RangeInput } from "./range.ts";
import { byLabel, readSpans } from "./read-counts.ts";
import { type ErrorCount, errorCounts } from "./series.ts";

export interface ErrorRow extends ErrorCount {
  /** The share of all errors of the range, from 0 to 1. */
  share: number;
  /** In the period before, cut at the same time as today. */
  before: number;
}

/** The errors of an application by code, the most frequent first, with their share and trend. */
export async function getErrors({
  ctx,
  input,
}: Args<RangeInput & { softId: number; baseline?: Baseline | undefined }>): Promise<ErrorRow[]> {
  const { application, range } = await ownedReport(ctx, input);
  const earlier = rangeBefore(range, input.baseline).days;
  const [now, before] = await Promise.all([
    readSpans(ctx, application, "error", range.days).then(byLabel),
    readSpans(ctx, application, "error", spansBefore(earlier, range, application.now)).then(byLabel),
  ]);
  const sum = (values: readonly number[] = []) => values.reduce((all, n) => all + n, 0);
  const counted = errorCounts(now);
  const all = sum(counted.map(({ count }) => count));
  return counted.map((error) => ({
    ...error,
    share: error.count / all,
    before: sum(before.get(error.code)),
  }));
}
