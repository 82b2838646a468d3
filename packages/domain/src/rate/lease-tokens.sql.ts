// Made from lease-tokens.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface LeaseTokensParams {
  asked: readonly {
    caller: string | null;
    rate: number | null;
    burst: number | null;
    wanted: number | null;
    settled: number | null;
  }[];
}

export interface LeaseTokensRow {
  caller: string;
  granted: number;
  tokens: number;
}

export const leaseTokensSql: Statement<LeaseTokensParams, LeaseTokensRow> = {
  name: "lease_tokens",
  params: ["asked"],
  encoded: {"asked":[]},
  notNull: ["caller","granted","tokens"],
  text: `
with input as materialized (
  select * from json_to_recordset($1::json) as i(caller text, rate float8, burst float8, wanted int, settled float8)
)
insert into rate_bucket as b (caller, tokens, granted, at, full_at)
select i.caller, f.tokens - g.granted, g.granted, now(), now() + (i.burst - f.tokens + g.granted) / i.rate * interval '1 second'
  from input i,
       lateral (select i.burst + least(0, i.settled) as tokens) f,
       lateral (select least(i.wanted, greatest(0, floor(f.tokens)))::int as granted) g
 order by i.caller
on conflict (caller) do update
   set (tokens, granted, at, full_at) = (
     select f.tokens - g.granted, g.granted, greatest(b.at, now()),
            now() + (i.burst - f.tokens + g.granted) / i.rate * interval '1 second'
       from input i,
            lateral (select least(i.burst, b.tokens + greatest(0, extract(epoch from now() - b.at)::float8) * i.rate + i.settled)
                            as tokens) f,
            lateral (select least(i.wanted, greatest(0, floor(f.tokens)))::int as granted) g
      where i.caller = excluded.caller)
returning b.caller, b.granted, b.tokens`,
};
