import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { centsByDay, dayNames, errorSeries, ordinarySeries, type Series } from "./chart.ts";
import { type Day, localTime, type RangeInput, rangeOf } from "./days.ts";
import { readActiveUsers, readCounts } from "./read-counts.ts";

export interface GetAppStatsInput extends RangeInput {
  softId: number;
  mode: "errors" | "views" | "downloads" | "users" | "money";
}

export interface AppStats {
  chartData: Series[];
  /** As `17 Feb 00:00`. */
  fromDate: string;
  toDate: string;
}

const ownership = {
  name: "application_of_owner",
  text: "select now() as now, exists (select 1 from application where id = $1::bigint and account_id = $2) as owned",
};

/**
 * Daily chart series of an application, for its owner: anybody else, and an id that nobody has, get
 * ERROR_ACCESS_DENIED. A range that is not one: ERROR_BAD_REQUEST. Today is the database's.
 */
export async function getAppStats({ ctx, input }: { ctx: Context; input: GetAppStatsInput }): Promise<AppStats> {
  const { actor, db } = requireAccount(ctx);
  const rows = await db.sql<{ now: Date; owned: boolean }>(ownership, [input.softId, actor.accountId]);
  const { now, owned } = rows[0] as { now: Date; owned: boolean };
  const range = rangeOf(input, now);
  if ("problem" in range) throw new DomainError("ERROR_BAD_REQUEST", range.problem);
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");

  const { days, timezone, endsToday } = range;
  const chartData = await seriesOf(ctx, input, days);
  const first = days[0] as Day;
  const last = days[days.length - 1] as Day;
  const until = endsToday ? localTime(now.getTime(), timezone) : "23:59";
  return {
    chartData,
    fromDate: `${dayNames(first.iso).shortdate} 00:00`,
    toDate: `${dayNames(last.iso).shortdate} ${until}`,
  };
}

async function seriesOf({ db }: Context, { softId, mode }: GetAppStatsInput, days: Day[]): Promise<Series[]> {
  switch (mode) {
    case "errors": {
      const counts = await readCounts(db, softId, ["ready", "error"], days);
      const accepted = ordinarySeries("Accepted (paid)", "Tasks", days, counts.ready.get("") ?? []);
      return [accepted, ...errorSeries(days, counts.error)];
    }
    case "views": {
      const { view } = await readCounts(db, softId, ["view"], days);
      return [ordinarySeries("Page views", "Views", days, view.get("") ?? [])];
    }
    case "downloads": {
      const { download } = await readCounts(db, softId, ["download"], days);
      return [ordinarySeries("Download clicks", "Downloads", days, download.get("") ?? [])];
    }
    case "users":
      return [ordinarySeries("Active users", "Users", days, await readActiveUsers(db, softId, days))];
    case "money": {
      const { money, before } = await readCounts(db, softId, ["money"], days);
      const earned = money.get("") ?? days.map(() => 0);
      return [ordinarySeries("Money earned", "Money", days, centsByDay(before, earned))];
    }
  }
}
