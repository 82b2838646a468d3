-- The indexes of queued and held tasks go by the new column. They are built before anything locks the table against reads.
CREATE INDEX "task_queue_new" ON "task"("price" DESC, "account_id" DESC, "created_at", "id", "late")
  WHERE "worker_id" IS NULL AND "ended_at" IS NULL AND NOT "held";
CREATE UNIQUE INDEX "task_session_open_new" ON "task"("session_id")
  WHERE "session_id" IS NOT NULL AND "ended_at" IS NULL AND NOT "held";
CREATE INDEX "task_session_waiting_new" ON "task"("session_id", "created_at", "id") WHERE "held";

CREATE OR REPLACE FUNCTION "open_session_tasks"("session" integer) RETURNS integer LANGUAGE sql VOLATILE
BEGIN ATOMIC
  SELECT (SELECT count(*) FROM "task" WHERE "session_id" = "session" AND "held")::integer
       + (SELECT count(*) FROM "task" WHERE "session_id" = "session" AND "ended_at" IS NULL AND NOT "held")::integer;
END;

ALTER TABLE "task" DROP CONSTRAINT "task_running_has_a_worker", DROP CONSTRAINT "task_held_has_a_session";
DROP INDEX "task_queue";
ALTER INDEX "task_queue_new" RENAME TO "task_queue";
DROP INDEX "task_session_open";
ALTER INDEX "task_session_open_new" RENAME TO "task_session_open";
DROP INDEX "task_session_waiting";
ALTER INDEX "task_session_waiting_new" RENAME TO "task_session_waiting";
-- Not before: the earlier index took a held task for another open one of its session without the worker 0.
UPDATE "task" SET "worker_id" = NULL WHERE "held";

-- Not checked again for the tasks that are there.
ALTER TABLE "task" ADD CONSTRAINT "task_running_has_a_worker" CHECK (("state" IN ('running', 'waiting')) = ("worker_id" IS NOT NULL)) NOT VALID,
ADD CONSTRAINT "task_held_has_a_session" CHECK (NOT "held" OR "session_id" IS NOT NULL AND "worker_id" IS NULL AND "ended_at" IS NULL) NOT VALID;
