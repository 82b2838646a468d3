-- AlterTable
ALTER TABLE "task" ADD COLUMN     "session_id" INTEGER;

-- CreateTable
CREATE TABLE "task_session" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "state" BYTEA,
    "size" INTEGER,
    "saved_at" TIMESTAMPTZ(6),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "task_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "task_session_account_id_name_key" ON "task_session"("account_id", "name");

-- Of one session, at most one task is neither held (worker_id 0) nor ended. Prisma knows no partial index.
CREATE UNIQUE INDEX "task_session_open" ON "task"("session_id")
  WHERE "session_id" IS NOT NULL AND "ended_at" IS NULL AND "worker_id" IS DISTINCT FROM 0;

-- The held tasks of a session, in the order in which they are let into the queue.
CREATE INDEX "task_session_waiting" ON "task"("session_id", "created_at", "id") WHERE "worker_id" = 0;

-- How many tasks of a session have not ended. Volatile, so that it sees what was committed while its statement waited for the
-- account's lock.
CREATE FUNCTION "open_session_tasks"("session" integer) RETURNS integer LANGUAGE sql VOLATILE
BEGIN ATOMIC
  SELECT (SELECT count(*) FROM "task" WHERE "session_id" = "session" AND "worker_id" = 0)::integer
       + (SELECT count(*) FROM "task"
           WHERE "session_id" = "session" AND "ended_at" IS NULL AND "worker_id" IS DISTINCT FROM 0)::integer;
END;

-- AddForeignKey
ALTER TABLE "task_session" ADD CONSTRAINT "task_session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A held task is queued, and has the number of no worker. Not checked again for the tasks that are there, which are none of them.
ALTER TABLE "task" DROP CONSTRAINT "task_in_hand_has_a_worker",
ADD CONSTRAINT "task_running_has_a_worker" CHECK (("state" IN ('running', 'waiting')) = (coalesce("worker_id", 0) > 0)) NOT VALID,
ADD CONSTRAINT "task_held_has_a_session" CHECK ("worker_id" IS DISTINCT FROM 0 OR "session_id" IS NOT NULL) NOT VALID;
