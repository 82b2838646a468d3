-- Where a range of quarter hours ends, in Unix seconds, and whether it ends before now. The first one begins when the
-- first application was registered.
select through::float8 as "through!", through < extract(epoch from now()) as "isFull!"
  from (select case when :after::bigint > 0 then :after + :seconds::bigint
                    else (select extract(epoch from coalesce(min(created_at), now()))::bigint / 900 * 900
                            from application) end as through) next
