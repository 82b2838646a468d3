// Made from get-day-figures.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetDayFiguresParams {
  softIds: readonly (number | null)[];
  accountId: number;
}

export interface GetDayFiguresRow {
  softId: number;
  metric: string;
  daysAgo: number;
  n: bigint;
}

export const getDayFiguresSql: Statement<GetDayFiguresParams, GetDayFiguresRow> = {
  name: "get_day_figures",
  params: ["softIds","accountId"],
  notNull: ["softId","metric","daysAgo","n"],
  text: `
select a.id as "softId", c.metric,
       (date_trunc('day', now(), 'UTC')::date - (c.bucket at time zone 'UTC')::date) as "daysAgo",
       sum(c.n)::bigint as "n"
  from application a
  join count c on c.application_id = a.id and c.metric in ('ready', 'error', 'view', 'download', 'money')
              and c.bucket >= date_trunc('day', now(), 'UTC') - interval '14 days'
 where a.id = any($1::int[]) and a.account_id = $2
 group by 1, 2, 3`,
};
