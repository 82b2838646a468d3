-- AlterTable
ALTER TABLE "task_step" ADD COLUMN     "object_id" UUID;

-- CreateIndex
CREATE INDEX "task_step_object" ON "task_step"("object_id") WHERE "object_id" IS NOT NULL;

-- CreateTable
CREATE TABLE "object_deletion" (
    "object_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "object_deletion_pkey" PRIMARY KEY ("object_id")
);

-- CreateIndex
CREATE INDEX "object_deletion_due_at_idx" ON "object_deletion"("due_at");

-- Whatever deletes a row, or no longer names its object, also has the object deleted, in the same commit.
CREATE FUNCTION "delete_object"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "object_deletion" ("object_id", "due_at") VALUES (OLD."object_id", now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "task_step_object_deleted" AFTER DELETE ON "task_step"
FOR EACH ROW WHEN (OLD."object_id" IS NOT NULL) EXECUTE FUNCTION "delete_object"();

CREATE TRIGGER "task_step_object_replaced" AFTER UPDATE OF "object_id" ON "task_step"
FOR EACH ROW WHEN (OLD."object_id" IS NOT NULL AND OLD."object_id" IS DISTINCT FROM NEW."object_id")
EXECUTE FUNCTION "delete_object"();
