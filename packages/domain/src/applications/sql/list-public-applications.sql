-- The catalogue by name, from after a given application. Reads its own partial index from there; a search reads on
-- until it has filled a page. Of a description only the beginning is shown.
with place as materialized (select demo, name, id from application where id = :after?::int)
select a.id as "softId!", a.name as "name!", left(a.description, 1000) as "description!", a.demo as "demo!", i.version as "icon?"
  from application a left join application_icon i on i.application_id = a.id
 where a.published and a.archived_at is null
   and (a.demo, a.name, a.id) > (coalesce((select demo from place), false), coalesce((select name from place), ''),
                                 coalesce((select id from place), 0))
   and (:pattern?::text is null or a.name ilike :pattern)
 order by a.demo, a.name, a.id
 limit :take
