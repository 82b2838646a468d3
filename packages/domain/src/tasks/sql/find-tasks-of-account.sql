-- The latest tasks of an account before a given one, and how far was searched: at most `scanned` rows, backwards along
-- its index. A template's name is that of an own or a built-in one; its versions are found by their index. A text is looked
-- for in addresses, errors and the names of templates, whatever the case. A recording is listed while it is open, among all tasks.
with seen as materialized (
  select id, state, error_code, error_description, website_url, application_id, template_version_id, ended_at
    from task
   where account_id = :accountId and id < :before::bigint
     and (not recording or ended_at is null and :state?::task_state is null)
   order by id desc limit :scanned
)
select array(select id from seen
              where (:state?::task_state is null or state = :state) and (:errorCode?::text is null or error_code = :errorCode)
                and (:softId?::bigint is null or application_id = :softId)
                and (:endedFrom?::timestamptz is null or ended_at >= :endedFrom)
                and (:endedBefore?::timestamptz is null or ended_at < :endedBefore)
                and (:templateName?::text is null or template_version_id = any(array(
                       select v.id from template m join template_version v on v.template_id = m.id
                        where (m.account_id = :accountId or m.account_id is null) and m.name = :templateName)))
                and (:search?::text is null or position(lower(:search) in lower(website_url)) > 0
                     or position(lower(:search) in lower(concat_ws(' ', error_code, error_description))) > 0
                     or template_version_id = any(array(
                       select v.id from template m join template_version v on v.template_id = m.id
                        where (m.account_id = :accountId or m.account_id is null) and not m.draft
                          and position(lower(:search) in lower(m.name)) > 0)))
              order by id desc limit :take)::float8[] as "ids!",
       (select count(*) from seen)::int as "seen!", (select min(id) from seen)::float8 as "last?"
