-- The step that waits for a variable: the one where the task is, if that does, otherwise the template's first in the order
-- of its document. Several steps may wait for one name, each with its own prompt and kind.
CREATE FUNCTION "wait_step"("document" jsonb, "step" int, "path" text[], "name" text) RETURNS jsonb LANGUAGE sql STABLE
RETURN (
  SELECT CASE
    WHEN "here" ->> 'type' = 'WAIT_FOR_VARIABLE_VALUE' AND "here" #>> '{name,permanent}' = "wait_step"."name" THEN "here"
    ELSE jsonb_path_query_first(
      "document", 'strict $.steps.** ? (@.type == "WAIT_FOR_VARIABLE_VALUE" && @.name.permanent == $name)',
      jsonb_build_object('name', "wait_step"."name"))
  END
  FROM (SELECT "document" -> 'steps' #> coalesce("path", ARRAY[("step" - 1)::text]) AS "here") AS "place"
);
