-- CreateTable
CREATE TABLE "solution_object" (
    "task_id" BIGINT NOT NULL,
    "object_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "solution_object_pkey" PRIMARY KEY ("task_id","object_id")
);

-- CreateIndex
CREATE INDEX "solution_object_created_at_idx" ON "solution_object"("created_at");

-- CreateIndex
CREATE INDEX "solution_object_object_id_idx" ON "solution_object"("object_id");

CREATE TRIGGER "solution_object_deleted" AFTER DELETE ON "solution_object"
FOR EACH ROW EXECUTE FUNCTION "delete_object"();

-- As before, and with the objects of the tasks' solutions.
CREATE OR REPLACE FUNCTION "delete_tasks"("ids" bigint[]) RETURNS integer LANGUAGE sql
BEGIN ATOMIC
  DELETE FROM "variable" WHERE "task_id" = ANY ("ids");
  DELETE FROM "task_step" WHERE "task_id" = ANY ("ids");
  DELETE FROM "solution_object" WHERE "task_id" = ANY ("ids");
  WITH "deleted" AS (DELETE FROM "task" WHERE "id" = ANY ("ids") RETURNING "id") SELECT count(*)::int FROM "deleted";
END;
