-- Ends the deletion of objects that the store has deleted. Finds them by primary key.
delete from object_deletion where object_id = any(:objectIds::uuid[])
returning 1 as "n!"
