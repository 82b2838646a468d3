-- Which of these objects a row names, and which are to be deleted; by the indexes.
select object_id as "objectId!", true as "isNamed!" from task_step where object_id = any(:objectIds::uuid[])
 union all
select object_id, true from solution_object where object_id = any(:objectIds::uuid[])
 union all
select object_id, false from object_deletion where object_id = any(:objectIds::uuid[])
