-- CreateTable
CREATE TABLE "installation" (
    "id" SMALLINT NOT NULL,
    "secret_mark" TEXT NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "installation" ADD CONSTRAINT "installation_is_one" CHECK ("id" = 1);

-- The same rows by "task_in_hand_has_a_worker", in words that the key of a worker who is forgotten can use.
DROP INDEX "task_in_hand";
CREATE INDEX "task_in_hand" ON "task"("worker_id") WHERE "worker_id" IS NOT NULL;

-- What was refused goes with the other values of a task that has ended.
UPDATE "variable" v SET "refused" = NULL
  FROM "task" t WHERE t."id" = v."task_id" AND t."ended_at" IS NOT NULL AND v."refused" IS NOT NULL;
