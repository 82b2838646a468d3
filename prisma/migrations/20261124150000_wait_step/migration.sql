-- The step that waits for a variable: the one where the task is, if that does, otherwise the first in the order in which
-- steps are numbered. Several steps may wait for one name, each with its own prompt and kind.
CREATE FUNCTION "wait_step"("document" jsonb, "step" int, "path" text[], "name" text) RETURNS jsonb LANGUAGE sql STABLE
RETURN (
  SELECT CASE
    WHEN "here" ->> 'type' = 'WAIT_FOR_VARIABLE_VALUE' AND "here" #>> '{name,permanent}' = "wait_step"."name" THEN "here"
    ELSE (
      WITH RECURSIVE "placed"("one", "place") AS (
        SELECT "one", ARRAY["n"] FROM jsonb_array_elements("document" -> 'steps') WITH ORDINALITY AS "top"("one", "n")
        UNION ALL
        SELECT "nested"."one", "placed"."place" || "branch"."n" || "nested"."n"
          FROM "placed"
          CROSS JOIN (VALUES ('then', 1::bigint), ('else', 2), ('steps', 3)) AS "branch"("key", "n")
          CROSS JOIN jsonb_array_elements("placed"."one" -> "branch"."key") WITH ORDINALITY AS "nested"("one", "n")
      )
      SELECT "one" FROM "placed"
       WHERE "one" ->> 'type' = 'WAIT_FOR_VARIABLE_VALUE' AND "one" #>> '{name,permanent}' = "wait_step"."name"
       ORDER BY "place" LIMIT 1)
  END
  FROM (
    SELECT "document" -> 'steps' #> coalesce("path", CASE WHEN "step" > 0 THEN ARRAY[("step" - 1)::text] END) AS "here"
  ) AS "at"
);

-- What a step that waits accepts, as the domain stores it with a variable (value-form.ts); null for any value.
CREATE FUNCTION "wait_form"("wait" jsonb) RETURNS text LANGUAGE sql IMMUTABLE
RETURN CASE WHEN "wait" ? 'kind' OR "wait" ? 'pattern' THEN
  format('{"kind":%s,"options":%s,"pattern":%s}', coalesce("wait" #> '{kind,permanent}', 'null'),
         coalesce("wait" #> '{options,permanent}', '[]'), coalesce("wait" #> '{pattern,permanent}', 'null'))
END;

-- As before, and the task is at no step: until it reaches a wait again, the first one says what is accepted.
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
   WHERE "v"."task_id" = ANY ("ids") AND "t"."id" = "v"."task_id";
  UPDATE "task_step" "s" SET "ended_at" = now(), "outcome" = 'stopped'
   WHERE "s"."task_id" = ANY ("ids") AND "s"."ended_at" IS NULL
     AND NOT EXISTS (SELECT FROM "task_step" "later" WHERE "later"."task_id" = "s"."task_id" AND "later"."id" > "s"."id");
  SELECT pg_notify('gatepost_queued', '') WHERE cardinality("ids") > 0;
  SELECT cardinality("ids");
END;
