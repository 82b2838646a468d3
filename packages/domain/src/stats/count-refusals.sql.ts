// Made from count-refusals.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CountRefusalsParams {
  refusals: readonly {
    account_id: number | null;
    soft_id: number | null;
    label: string | null;
    n: number | null;
  }[];
  userDays: number;
  perDay: number;
  shard: number;
}

export interface CountRefusalsRow {
  counted: number;
}

export const countRefusalsSql: Statement<CountRefusalsParams, CountRefusalsRow> = {
  name: "count_refusals",
  params: ["refusals","userDays","perDay","shard"],
  encoded: {"refusals":[]},
  notNull: ["counted"],
  text: `
with named as materialized (
  select i.account_id, a.id as application_id, i.label, i.n,
         sum(i.n) over (partition by i.account_id order by a.id, i.label) - i.n as n_before
    from json_to_recordset($1::json) as i(account_id int, soft_id bigint, label text, n int),
         lateral (select id, account_id from application where id = i.soft_id limit 1) a
   where a.account_id = i.account_id
      or (select true from active_user u
           where u.account_id = i.account_id and u.application_id = a.id
             and u.bucket >= bucket_of(now() - $2 * interval '1 day') limit 1)
), allowed as (
  insert into refusal_count as r (account_id, day, n, added)
  select account_id, (now() at time zone 'UTC')::date, least(sum(n), $3::int), least(sum(n), $3::int)
    from named group by account_id order by account_id
  on conflict (account_id) do update
     set day = excluded.day,
         n = least(case when r.day = excluded.day then r.n else 0 end + excluded.n, $3::int),
         added = least($3::int - case when r.day = excluded.day then r.n else 0 end, excluded.n)
  returning account_id, added
)
select add_counts(array_agg(application_id), array_agg('error'::text), array_agg(label), array_agg(n), $4) as "counted"
  from (select d.application_id, d.label, sum(least(d.n, l.added - d.n_before))::bigint as n
          from named d join allowed l on l.account_id = d.account_id
         where l.added > d.n_before
         group by d.application_id, d.label) s
having count(*) > 0`,
};
