-- Whether a task is held says a column of its own; so far, it was the worker 0, which there is none of.
ALTER TABLE "task" ADD COLUMN "held" BOOLEAN NOT NULL DEFAULT false;
UPDATE "task" SET "held" = true WHERE "worker_id" = 0;
