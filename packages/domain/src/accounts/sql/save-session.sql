-- Saves what a task leaves its session, or why it does not, if its worker still holds it. Both by primary key.
with saved as (
  update task_session s
     set state = coalesce(:state?, s.state), size = coalesce(:size?, s.size), problem = :problem?,
         saved_at = case when :state?::bytea is null then s.saved_at else now() end,
         site = case when :state?::bytea is null then s.site
                     else substring(lower(t.website_url) from '^[^/]+//([[][^]]+[]]|[^/:?#]+)') end
    from task t
   where s.id = :sessionId and t.id = :taskId and t.session_id = s.id and t.account_id = s.account_id
     and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null
  returning 1
)
select count(*)::int as "saved!" from saved
