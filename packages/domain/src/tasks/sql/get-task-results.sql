-- Tasks of accounts by their primary keys, all calls of a batch in one statement. With a task: its wait while it waits (a task
-- has one at a time), the outcomes of the values that were pushed to it, and its solution until that is deleted. A solution of
-- more than :maxBytes is read by itself, and so are the outcomes for more than :maxPushed variables, so that nobody else waits
-- for them. With a solution comes the last picture of the timeline, if it is small, because that is the screenshot of most
-- solutions: read by itself, it was one of ten statements of a task (bench row P12). waitEnd is predicted: when the tick of the
-- wait, or of the task's time limit, will come if the database accepts writes until then. There is no row for a key that may
-- not be used any more. The limit keeps the task looked up by its key in every plan.
select i.n as "n!", t.state as "state!", t.step as "step!", t.step_path as "stepPath?", t.attempts as "attempts!", t.price as "price!",
       t.address as "address!", t.error_code as "errorCode?", t.error_description as "errorDescription?",
       t.template_version_id as "versionId!", floor(extract(epoch from t.created_at))::float8 as "created!",
       floor(extract(epoch from t.ended_at))::float8 as "ended?",
       case when k.bytes <= :maxBytes::int then t.solution end as "solution?", k.bytes > :maxBytes as "isLarge?",
       p.id as "pictureStepId?", p.picture as "picture?",
       wait_name(t.fence, w.awaited_at) as "wait?", w.name as "waitName?", w.attempt as "waitAttempt?",
       w.refused is not null as "waitRefused!", w.prompt as "waitWords?", floor(extract(epoch from w.awaited_at))::float8 as "waitSince?",
       floor(extract(epoch from now()) + greatest(0, least(w.deadline_tick, t.deadline_tick) - w.tick))::float8 as "waitEnd?",
       w.shows_live as "showsLive?",
       case when t.ended_at is null then
         (select true from task_control where task_id = t.id and fence = t.fence) end as "isControlled?",
       (select json_agg(json_build_object('name', name, 'receipts', receipts, 'isSupplied', is_supplied) order by name)
          from (select name, with_receipt(v) as receipts, state = 'supplied' and supplied_at is not null as is_supplied
                  from variable v
                 where task_id = t.id and (supplied_at is not null or receipts is not null)
                 order by name limit :maxPushed + 1) pushed) as "pushed?"
  from json_to_recordset(:tasks::json) as i(n int, account_id int, task_id bigint, key_id int)
  cross join lateral (select * from task where id = i.task_id and account_id = i.account_id limit 1) t
  cross join lateral (
    select case when t.ended_at > now() - :solutionSeconds * interval '1 second' then pg_column_size(t.solution) end as bytes) k
  left join lateral (
    select id, picture
      from (select id, picture, object_id from task_step where task_id = t.id and k.bytes <= :maxBytes order by id desc limit 8) last
     where object_id is null and pg_column_size(picture) <= :maxPictureBytes::int limit 1) p on true
  left join lateral (
    select name, attempt, refused, prompt, awaited_at, deadline_tick, (select tick from service_clock where id = 1) as tick,
           (select live_address is not null from worker where id = t.worker_id) as shows_live
      from variable
     where task_id = t.id and t.state = 'waiting' and awaited_at is not null and state = 'awaited' limit 1) w on true
 where i.key_id is null or (select k.id from usable_key k where k.id = i.key_id and k.account_id = i.account_id) is not null
