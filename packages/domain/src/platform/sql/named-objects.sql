-- Objects that rows name, and those that are to be deleted, in the order in which a bucket is listed; by the indexes.
(select object_id as "objectId!", true as "isNamed!" from task_step where object_id > :after order by object_id limit :limit)
 union all
(select object_id, true from solution_object where object_id > :after order by object_id limit :limit)
 union all
(select object_id, false from object_deletion where object_id > :after order by object_id limit :limit)
 order by 1 limit :limit
