-- Steps that are recorded together are in the row of the last of them, with what JSON takes instead of a row and a key for
-- each. A step that has a picture, a note or an end has a row of its own, also if that comes later.
ALTER TABLE "task_step" ADD COLUMN "earlier" JSON;

ALTER TYPE "begun_step" ADD ATTRIBUTE "earlier" JSON;

-- As before, with the steps that have no row of their own.
CREATE OR REPLACE FUNCTION "add_steps"("steps" "begun_step"[]) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  MERGE INTO "task_step" t
  USING unnest("add_steps"."steps") s ON t."task_id" = ANY (ARRAY[s."task_id"]) AND t."id" = ANY (ARRAY[s."id"])
  WHEN MATCHED AND t."picture" IS NULL AND s."picture" IS NOT NULL THEN
    UPDATE SET "picture" = s."picture"
  WHEN NOT MATCHED THEN
    INSERT ("id", "task_id", "run", "number", "path", "type", "started_at", "picture", "earlier")
    VALUES (s."id", s."task_id", s."id" >> 32, s."step", s."path", s."type", now() - s."ms" * interval '1 millisecond', s."picture",
            s."earlier");
END;

-- The steps of a task's timeline, each once. A step may be in several rows: in those of later steps, if a call whose response was
-- lost was repeated with more of them, and in its own. Its own says more. The n-th of "earlier" began n steps before its row's:
-- [number, type, milliseconds before the row's, path where nested].
CREATE FUNCTION "timeline_of"("of_task" bigint)
RETURNS TABLE ("id" bigint, "run" int, "number" int, "path" text[], "type" text, "version_id" int, "started_at" timestamptz,
               "ended_at" timestamptz, "outcome" text, "note" text, "pictured" bool)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT DISTINCT ON (s."id" - e."back")
         s."id" - e."back", s."run", e."number", e."path", e."type", s."version_id", e."started_at", e."ended_at", e."outcome", e."note",
         e."pictured"
    FROM "task_step" s, LATERAL (
      SELECT 0::bigint AS "back", s."number", s."path", s."type", s."started_at", s."ended_at", s."outcome", s."note",
             s."picture" IS NOT NULL AS "pictured"
      UNION ALL
      SELECT o."back", (o."step" ->> 0)::int,
             (SELECT array_agg(p."key" ORDER BY p."nth")
                FROM json_array_elements_text(o."step" -> 3) WITH ORDINALITY AS p("key", "nth")),
             o."step" ->> 1, s."started_at" - (o."step" ->> 2)::float8 * interval '1 millisecond', NULL, NULL, NULL, false
        FROM json_array_elements(s."earlier") WITH ORDINALITY AS o("step", "back")) e
   WHERE s."task_id" = "of_task"
   ORDER BY s."id" - e."back", e."back";
END;
