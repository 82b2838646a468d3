-- Objects to delete now, the longest due first, by the index. Locked, so that a row that comes to name one of them so late waits, and then
-- does not find it.
select object_id as "objectId" from object_deletion where due_at <= now() order by due_at limit :limit for update skip locked
