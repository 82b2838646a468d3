-- Sums of spans that may still change, each as one range of the primary key: today has at most 96 quarter hours, times
-- labels and shards.
select i.n as "n!", c.label, c.sum as "sum!"
  from json_to_recordset(:spans::json) as i(n int, soft_id int, metric text, begins float8, ends float8),
       lateral (select label, sum(n)::bigint as sum from count
                 where application_id = i.soft_id and metric = i.metric
                   and bucket >= to_timestamp(i.begins) and bucket < to_timestamp(i.ends)
                 group by label) c
