-- Before an object is uploaded. An hour is many times as long as an upload may take, and the commit after it.
insert into object_deletion (object_id, due_at) values (:objectId, now() + interval '1 hour') returning object_id as "objectId"
