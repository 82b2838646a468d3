import type { Context, Ground } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireReader } from "../permission.ts";
import { centsByDay, dayNames, errorSeries, ordinarySeries, type Series } from "./chart.ts";
import { type Day, localTime, type Range, type RangeInput, rangeOf } from "./days.ts";
import { findOwned, type OwnedApplication } from "./find-owned.ts";
import { byLabel, readBefore, readSpans, totals } from "./read-counts.ts";

export interface GetAppStatsInput extends RangeInput {
  softId: number;
  mode: Mode;
}

export type Mode = "errors" | "views" | "downloads" | "users" | "money";

export interface AppStats {
  chartData: Series[];
  /** As `17 Feb 00:00`. */
  fromDate: string;
  toDate: string;
}

/**
 * Daily chart series of an application, for its owner: anybody else, and an id that nobody has, get
 * ERROR_ACCESS_DENIED. A range that is not one: ERROR_BAD_REQUEST. Today is the database's.
 */
export async function getAppStats({ ctx, input }: { ctx: Context; input: GetAppStatsInput }): Promise<AppStats> {
  const { application, range } = await ownedReport(ctx, input);
  const { days, timezone, endsToday } = range;
  const first = days[0] as Day;
  const last = days[days.length - 1] as Day;
  const until = endsToday ? localTime(application.now.getTime(), timezone) : "23:59";
  return {
    chartData: await seriesOf(ctx, application, input.mode, days),
    fromDate: `${dayNames(first.iso).shortdate} 00:00`,
    toDate: `${dayNames(last.iso).shortdate} ${until}`,
  };
}

/** What every report begins with: whose application it is, and which days are meant. Throws as getAppStats does. */
export async function ownedReport(
  ctx: Context,
  input: RangeInput & { softId: number },
): Promise<{ application: OwnedApplication; range: Range }> {
  const accountId = requireReader(ctx, input.softId);
  const { now, owned } = await ctx.batch(findOwned, { softId: input.softId, accountId });
  const range = rangeOf(input, now);
  if ("problem" in range) throw new DomainError("ERROR_BAD_REQUEST", range.problem);
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  return { application: owned, range };
}

/** The series of one mode, a point a day. */
async function seriesOf(ground: Ground, application: OwnedApplication, mode: Mode, days: Day[]): Promise<Series[]> {
  switch (mode) {
    case "errors": {
      const [ready, failed] = await Promise.all([
        readSpans(ground, application, "ready", days),
        readSpans(ground, application, "error", days),
      ]);
      return [ordinarySeries("Accepted (paid)", "Tasks", days, totals(ready)), ...errorSeries(days, byLabel(failed))];
    }
    case "views":
      return [ordinarySeries("Page views", "Views", days, totals(await readSpans(ground, application, "view", days)))];
    case "downloads": {
      const clicks = totals(await readSpans(ground, application, "download", days));
      return [ordinarySeries("Download clicks", "Downloads", days, clicks)];
    }
    case "users":
      return [
        ordinarySeries("Active users", "Users", days, totals(await readSpans(ground, application, "users", days))),
      ];
    case "money": {
      const [before, earned] = await Promise.all([
        readBefore(ground, application, "money", days[0] as Day),
        readSpans(ground, application, "money", days),
      ]);
      return [ordinarySeries("Money earned", "Money", days, centsByDay(before, totals(earned)))];
    }
  }
}
