import type { Args } from "../context.ts";
import { changeOf } from "../stats/compare.ts";
import { localDay } from "../stats/days.ts";
import { ownedReport } from "../stats/get-app-stats.ts";
import { type ErrorRow, getErrors } from "../stats/get-errors.ts";
import { getOverview, type Overview } from "../stats/get-overview.ts";
import type { ReportPeriod } from "./schedule.ts";

/** What a report by email says: the figures of the dashboard for the same days. */
export interface Report {
  figures: Overview["figures"];
  failed: { total: number; before: number; change: number | null };
  errors: ErrorRow[];
  comparedWith: ReportPeriod;
  /** The application existed during the whole period before. */
  comparable: boolean;
  /** Nothing was counted. */
  empty: boolean;
}

export async function getReport({
  ctx,
  input,
}: Args<ReportPeriod & { softId: number; timezone: string }>): Promise<Report> {
  const [{ application }, { figures, comparedWith }, errors] = await Promise.all([
    ownedReport(ctx, input),
    getOverview({ ctx, input }),
    getErrors({ ctx, input }),
  ]);
  const earlier = await getErrors({ ctx, input: { ...input, ...comparedWith } });
  const [total, before] = [sum(errors), sum(earlier)];
  return {
    figures,
    failed: { total, before, change: changeOf(total, before) },
    errors: errors.slice(0, 3),
    comparedWith,
    comparable: localDay(application.createdAt.getTime(), input.timezone) <= comparedWith.from,
    empty: total === 0 && Object.values(figures).every((figure) => figure.total === 0),
  };
}

const sum = (errors: readonly ErrorRow[]) => errors.reduce((all, { count }) => all + count, 0);
