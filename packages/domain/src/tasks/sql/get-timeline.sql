-- A page of a task's steps, by primary key. A step ends where the next one of its run begins. How the last one ended is in
-- its row if the task was returned to the queue, otherwise in the task's; earlier releases wrote each step's end. A step's run in the table is the fence of its claim, which a return increments too,
-- so runs that began steps are numbered here. Whether there is a picture is returned, not the picture. The version is the
-- template's that it was run with; it may have been deleted.
select s.id::float8 as "stepId!", s.rank as "run!", s.number as "number!", s.path as "path?", s.type as "type!", s.note as "note?",
       s.started_at as "startedAt!",
       coalesce(s.ended_at, case when s.next_at is not null then greatest(s.started_at, s.next_at)
                                when s.run < t.fence then t.queued_at else t.ended_at end) as "endedAt?",
       coalesce(s.outcome, case when s.next_at is not null then 'done' when s.run < t.fence then 'stopped' when t.ended_at is null then null
                                when t.state = 'ready' then 'done' else 'failed' end)
         as "outcome?: done | failed | stopped",
       s.pictured and (t.ended_at is null or t.ended_at > now() - :pictureSeconds::float8 * interval '1 second') as "hasPicture!",
       coalesce(s.version_id, t.template_version_id) as "versionId!"
  from task t
  cross join (select *, dense_rank() over (order by run)::int as rank, lead(started_at) over (partition by run order by id) as next_at
                from timeline_of(:taskId)) s
 where t.id = :taskId and t.account_id = :accountId and (:after?::bigint is null or s.id > :after)
 order by s.id
 limit :take
