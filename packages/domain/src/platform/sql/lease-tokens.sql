-- Takes the tokens that processes request from callers' buckets, as far as they are available. `settled` is returned to
-- the bucket first or, if negative, charged for calls that were allowed without a lease. Locks the callers' rows in
-- their order. By the primary key; the table is unlogged, so that the commit does not wait for a disk.
with input as materialized (
  select * from json_to_recordset(:asked::json) as i(caller text, rate float8, burst float8, wanted int, settled float8)
)
insert into rate_bucket as b (caller, tokens, granted, at, full_at)
select i.caller, f.tokens - g.granted, g.granted, now(), now() + (i.burst - f.tokens + g.granted) / i.rate * interval '1 second'
  from input i,
       lateral (select i.burst + least(0, i.settled) as tokens) f,
       lateral (select least(i.wanted, greatest(0, floor(f.tokens)))::int as granted) g
 order by i.caller
on conflict (caller) do update
   set (tokens, granted, at, full_at) = (
     select f.tokens - g.granted, g.granted, case when b.at < now() + interval '1 minute' then greatest(b.at, now()) else now() end,
            now() + (i.burst - f.tokens + g.granted) / i.rate * interval '1 second'
       from input i,
            -- A clock that was set back must not refill the bucket twice, nor leave it empty until it shows that time again.
            lateral (select least(i.burst, b.tokens + greatest(0, extract(epoch from now() - b.at)::float8) * i.rate + i.settled)
                            as tokens) f,
            lateral (select least(i.wanted, greatest(0, floor(f.tokens)))::int as granted) g
      where i.caller = excluded.caller)
returning b.caller, b.granted, b.tokens
