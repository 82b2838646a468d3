-- Adds a step to a task's timeline; the caller has locked the task. The run is in the id (begun-steps.ts). A row that is there
-- already was written by a call whose response was lost; since then it may have been given a picture. A function, because only
-- whoever calls it needs the privilege: the web server ends tasks by the same statement as workers, and adds no steps.
CREATE FUNCTION "add_step"("id" bigint, "task_id" bigint, "step" int, "path" text[], "type" text, "ms" float8, "picture" bytea)
RETURNS bigint LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO "task_step" ("id", "task_id", "run", "number", "path", "type", "started_at", "picture")
  VALUES ("add_step"."id", "add_step"."task_id", "add_step"."id" >> 32, "step", "add_step"."path", "add_step"."type",
          now() - "ms" * interval '1 millisecond', "add_step"."picture")
  ON CONFLICT ("task_id", "id") DO UPDATE SET "picture" = excluded."picture"
  WHERE "task_step"."picture" IS NULL AND excluded."picture" IS NOT NULL;
  SELECT "add_step"."id";
END;
