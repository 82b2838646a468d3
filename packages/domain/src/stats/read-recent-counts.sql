-- Sums of spans that may still change, each as one range of the primary key: today has at most 96 quarter hours, times
-- labels and shards.
select i.n as "n!", c.label, sum(c.n)::bigint as "sum!"
  from json_to_recordset(:spans::json) as i(n int, soft_id int, metric text, begins float8, ends float8)
  join count c on c.application_id = i.soft_id and c.metric = i.metric
              and c.bucket >= to_timestamp(i.begins) and c.bucket < to_timestamp(i.ends)
 group by 1, 2
