-- A constant default rewrites no row; of the tasks that have not ended, those with late variables are marked.
ALTER TABLE "task" ADD COLUMN "late" BOOLEAN NOT NULL DEFAULT false;
UPDATE "task" t SET "late" = true
 WHERE (t."state" = 'queued' OR t."worker_id" IS NOT NULL)
   AND EXISTS (SELECT 1 FROM "variable" v WHERE v."task_id" = t."id");

-- Claims go from account to account, and within an account from its oldest task on.
DROP INDEX "task_queue";
CREATE INDEX "task_queue" ON "task"("price" DESC, "account_id" DESC, "created_at", "id", "late") WHERE "state" = 'queued';
