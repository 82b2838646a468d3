-- Where a range of quarter hours ends, in Unix seconds, and whether it ends before now. The first one ends when the first account or
-- application was created. A range is a day, or an hour if that has :size entries of the ledger, or else a quarter of an hour: they are
-- counted up to there, by the BRIN index of their time.
select through::float8 as "through!", through < extract(epoch from now()) as "isFull!"
  from (select case when :after::bigint > 0 then :after + coalesce(
                      (select max(seconds) from (values (86400), (3600)) as length(seconds)
                        where (select count(*) from (
                                 select from ledger_entry
                                  where at >= to_timestamp(:after + 900) and at < to_timestamp(:after + 900 + seconds) limit :size) entry) < :size),
                      900)
                    else extract(epoch from coalesce(
                      least((select min(created_at) from application), (select created_at from account order by id limit 1)), now()))::bigint
                      / 900 * 900 end as through) next
