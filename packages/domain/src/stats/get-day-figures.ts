import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";

export interface DayFigures {
  softId: number;
  /** Tasks that became ready, a value a day of UTC; the last is today. */
  ready: number[];
  /** Of today, in UTC. */
  today: { ready: number; errors: number; views: number; downloads: number /** Millionths. */; earned: number };
}

const days = 14;

/** One index range an application and metric: 14 days of quarter hours, summed by the database. */
const statement = {
  name: "get_day_figures",
  text: `
    select a.id as "softId", c.metric, (date_trunc('day', now(), 'UTC')::date - (c.bucket at time zone 'UTC')::date) as ago,
           sum(c.n)::bigint as n
      from application a
      join count c on c.application_id = a.id and c.metric in ('ready', 'error', 'view', 'download', 'money')
                  and c.bucket >= date_trunc('day', now(), 'UTC') - interval '13 days'
     where a.account_id = $1 and a.archived_at is null
     group by 1, 2, 3`,
};

/** The last two weeks and the day's numbers of all applications of an account, for its list. */
export async function getDayFigures({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId: number };
}): Promise<DayFigures[]> {
  requireManager(ctx, input.accountId);
  const rows = await ctx.db.sql<{ softId: number; metric: string; ago: number; n: number }>(statement, [
    input.accountId,
  ]);
  const figures = new Map<number, DayFigures>();
  for (const { softId, metric, ago, n } of rows) {
    let known = figures.get(softId);
    if (!known) {
      known = {
        softId,
        ready: Array<number>(days).fill(0),
        today: { ready: 0, errors: 0, views: 0, downloads: 0, earned: 0 },
      };
      figures.set(softId, known);
    }
    if (metric === "ready" && ago >= 0 && ago < days) known.ready[days - 1 - ago] = n;
    const place = todays[metric];
    if (ago === 0 && place) known.today[place] = n;
  }
  return [...figures.values()];
}

const todays: Record<string, keyof DayFigures["today"]> = {
  ready: "ready",
  error: "errors",
  view: "views",
  download: "downloads",
  money: "earned",
};
