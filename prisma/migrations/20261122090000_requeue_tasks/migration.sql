-- Puts tasks back into the queue, under another fence and for an hour like a new one. Values that were taken are there for
-- the next worker, and the step that was run is over. Whoever calls it has locked the tasks. Returns how many there were.
CREATE FUNCTION "requeue_tasks"("ids" bigint[]) RETURNS integer LANGUAGE sql
BEGIN ATOMIC
  UPDATE "task"
     SET "state" = 'queued', "worker_id" = NULL, "fence" = "fence" + 1, "step" = 0, "queued_at" = now(),
         "queued_tick" = (SELECT "tick" FROM "service_clock" WHERE "id" = 1)
   WHERE "id" = ANY ("ids");
  UPDATE "variable"
     SET "state" = CASE WHEN "state" = 'taken' THEN 'supplied' ELSE "state" END,
         "taken_at" = NULL, "awaited_at" = NULL, "deadline_tick" = NULL
   WHERE "task_id" = ANY ("ids");
  UPDATE "task_step" SET "ended_at" = now(), "outcome" = 'stopped' WHERE "task_id" = ANY ("ids") AND "ended_at" IS NULL;
  SELECT pg_notify('gatepost_queued', '') WHERE cardinality("ids") > 0;
  SELECT cardinality("ids");
END;
