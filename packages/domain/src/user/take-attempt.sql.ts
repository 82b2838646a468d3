// Made from take-attempt.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface TakeAttemptParams {
  key: string;
  windowSeconds: number;
}

export interface TakeAttemptRow {
  count: number;
}

export const takeAttemptSql: Statement<TakeAttemptParams, TakeAttemptRow> = {
  name: "take_attempt",
  params: ["key","windowSeconds"],
  notNull: ["count"],
  text: `
insert into portal_rate_limit as r (id, key, count, last_request)
values (gen_random_uuid()::text, $1, 1, extract(epoch from now()) * 1000 + $2::int * 1000)
on conflict (key) do update
   set count = case when r.last_request <= extract(epoch from now()) * 1000 then 1 else r.count + 1 end,
       last_request = case when r.last_request <= extract(epoch from now()) * 1000
                           then excluded.last_request else r.last_request end
returning count`,
};
