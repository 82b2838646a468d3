-- What a person said about a step that had failed is not about the step that fails when the task is run again: it is asked for anew.
-- The value stayed, so that the next step to fail was skipped without a question. And the wait's form, which no template has, stays.
CREATE OR REPLACE FUNCTION "requeue_tasks"("ids" bigint[]) RETURNS integer LANGUAGE sql
BEGIN ATOMIC
  UPDATE "task"
     SET "state" = 'queued', "worker_id" = NULL, "fence" = "fence" + 1, "step" = 0, "step_path" = NULL, "queued_at" = now(),
         "queued_tick" = (SELECT "tick" FROM "service_clock" WHERE "id" = 1)
   WHERE "id" = ANY ("ids");
  UPDATE "variable" "v"
     SET "state" = CASE WHEN "v"."state" = 'taken' THEN 'supplied' ELSE "v"."state" END,
         "taken_at" = NULL, "awaited_at" = NULL, "deadline_tick" = NULL,
         "form" = wait_form(wait_step("d"."document", 0, NULL, "v"."name"))
    FROM "task" "t" JOIN "template_version" "d" ON "d"."id" = "t"."template_version_id"
   WHERE "v"."task_id" = ANY ("ids") AND "t"."id" = "v"."task_id" AND "v"."name" <> '_help';
  UPDATE "variable" "v"
     SET "state" = 'awaited', "value" = NULL, "fingerprint" = NULL, "receipts" = with_receipt("v"), "supplied_at" = NULL,
         "supplied_by" = NULL, "length" = NULL, "taken_at" = NULL, "awaited_at" = NULL, "deadline_tick" = NULL
   WHERE "v"."task_id" = ANY ("ids") AND "v"."name" = '_help';
  UPDATE "task_step" "s" SET "ended_at" = now(), "outcome" = 'stopped'
   WHERE "s"."task_id" = ANY ("ids") AND "s"."ended_at" IS NULL
     AND NOT EXISTS (SELECT FROM "task_step" "later" WHERE "later"."task_id" = "s"."task_id" AND "later"."id" > "s"."id");
  SELECT pg_notify('gatepost_queued', '') WHERE cardinality("ids") > 0;
  SELECT cardinality("ids");
END;
