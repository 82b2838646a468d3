import { errors, isErrorCode } from "@gatepost/contract/errors";
import type { Context } from "../context.ts";
import { changeOf, periodBefore, spansBefore } from "./compare.ts";
import { daysBetween, type RangeInput } from "./days.ts";
import { ownedReport } from "./get-app-stats.ts";
import { byLabel, readSpans } from "./read-counts.ts";

export interface ErrorRow {
  code: string;
  errorId: number;
  description: string;
  count: number;
  /** Of all errors of the range, from 0 to 1. */
  share: number;
  /** In the period before, cut like today. */
  before: number;
  change: number | null;
  /** A value a day. */
  values: number[];
}

/** The errors of an application by code, the most frequent first, with their share and their trend. */
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
  const all = sum([...now.values()].map(sum));
  return [...now]
    .map(([code, values]) => {
      const entry = isErrorCode(code) ? errors[code] : { id: errors.ERROR_INTERNAL.id, description: "" };
      const count = sum(values);
      const earlierCount = sum(before.get(code));
      return {
        code,
        errorId: entry.id,
        description: entry.description,
        count,
        share: count / all,
        before: earlierCount,
        change: changeOf(count, earlierCount),
        values,
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.errorId - b.errorId);
}
