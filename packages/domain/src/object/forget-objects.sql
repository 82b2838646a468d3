-- Objects that the store has deleted, by primary key.
with forgotten as (delete from object_deletion where object_id = any(:objectIds::uuid[]) returning 1)
select count(*)::int as "n!" from forgotten
