-- The average price and seconds of the latest tasks: of all together (name is null), and of each built-in template.
-- Templates of accounts appear in the former only. The latest tasks are the end of the partial index task_ended; steps
-- are looked up by task. Waits for values are not counted, because they cost the workers no time.
with latest as materialized (
  select id, price, template_version_id, ended_at, extract(epoch from ended_at - created_at) as seconds
    from task
   where ended_at > now() - interval '1 hour'
   order by ended_at desc limit 200
), timed as materialized (
  select l.price, greatest(l.seconds - w.seconds, 0) as seconds,
         (select t.name from template_version v join template t on t.id = v.template_id
           where v.id = l.template_version_id and t.account_id is null) as built_in
    from latest l, lateral (
      select coalesce(sum(extract(epoch from coalesce(s.ended_at, s.next_at, l.ended_at) - s.started_at)), 0) as seconds
        from (select *, lead(started_at) over (order by id) as next_at from timeline_of(l.id)) s
       where s.type = 'WAIT_FOR_VARIABLE_VALUE') w
)
select built_in as "name?", avg(price)::float8 as "averagePrice!", avg(seconds)::float8 as "averageSeconds!"
  from timed
 group by grouping sets ((), (built_in))
having count(*) > 0 and (grouping(built_in) = 1 or built_in is not null)
 order by grouping(built_in) desc, built_in
