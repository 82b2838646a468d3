CREATE TYPE "begun_step" AS ("id" bigint, "task_id" bigint, "step" int, "path" text[], "type" text, "ms" float8, "picture" bytea);

-- Adds steps to the timelines of tasks, which the caller has locked. The run is in the id (begun-steps.ts). A row that is there
-- already was written by a call whose response was lost; since then it may have been given a picture. One MERGE for all steps
-- takes a third less of a batch's CPU than add_step for each of them, and its rows are not confirmed in the log one by one, as
-- after ON CONFLICT. A function, because only whoever calls it needs the privilege: the web server ends tasks by the same
-- statement as workers, and adds no steps. To PostgreSQL, = ANY (ARRAY[x]) means = x, except that it rules out a plan that reads
-- the whole table. Workers of earlier releases call add_step.
CREATE FUNCTION "add_steps"("steps" "begun_step"[]) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  MERGE INTO "task_step" t
  USING unnest("add_steps"."steps") s ON t."task_id" = ANY (ARRAY[s."task_id"]) AND t."id" = ANY (ARRAY[s."id"])
  WHEN MATCHED AND t."picture" IS NULL AND s."picture" IS NOT NULL THEN
    UPDATE SET "picture" = s."picture"
  WHEN NOT MATCHED THEN
    INSERT ("id", "task_id", "run", "number", "path", "type", "started_at", "picture")
    VALUES (s."id", s."task_id", s."id" >> 32, s."step", s."path", s."type", now() - s."ms" * interval '1 millisecond', s."picture");
END;
