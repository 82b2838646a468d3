-- The average price and seconds of the latest tasks: of all together (name is null), and of each built-in template.
-- Templates of accounts appear in the former only. The latest tasks are the end of the partial index task_ended; steps
-- are looked up by task. Waits for values are not counted, because they cost the workers no time: steps that wait, and the time
-- from the end of a step that has failed to the next one of its run, in which a person was asked what to do.
with latest as materialized (
  select id, fence, price, template_version_id, ended_at, extract(epoch from ended_at - created_at) as seconds
    from task
   where ended_at > now() - interval '1 hour'
   order by ended_at desc limit 200
), timed as materialized (
  select l.price, greatest(l.seconds - w.seconds, 0) as seconds,
         (select t.name from template_version v join template t on t.id = v.template_id
           where v.id = l.template_version_id and t.account_id is null) as built_in
    from latest l, lateral (
      select coalesce(sum(extract(epoch from greatest(s.ended_at, s.next_at, case when s.run = l.fence then l.ended_at end)
                                             - case when s.type = 'WAIT_FOR_VARIABLE_VALUE' then s.started_at else s.ended_at end)), 0)
             as seconds
        from (select *, lead(started_at) over (partition by run order by id) as next_at from timeline_of(l.id)) s) w
)
select built_in as "name?", avg(price)::float8 as "averagePrice!", avg(seconds)::float8 as "averageSeconds!"
  from timed
 group by grouping sets ((), (built_in))
having count(*) > 0 and (grouping(built_in) = 1 or built_in is not null)
 order by grouping(built_in) desc, built_in
