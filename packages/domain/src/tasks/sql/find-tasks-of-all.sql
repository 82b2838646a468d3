-- The latest tasks of all accounts before a given one, and how far was searched: at most `scanned` rows, backwards
-- along the primary key. Separate from those of an account, because one plan for both would read all accounts' tasks.
with seen as materialized (
  select id, state, error_code, application_id from task where id < :before::bigint order by id desc limit :scanned
)
select array(select id from seen
              where (:state?::task_state is null or state = :state) and (:errorCode?::text is null or error_code = :errorCode)
                and (:softId?::int is null or application_id = :softId)
              order by id desc limit :take)::float8[] as "ids!",
       (select count(*) from seen)::int as "seen!", (select min(id) from seen)::float8 as "last?"
