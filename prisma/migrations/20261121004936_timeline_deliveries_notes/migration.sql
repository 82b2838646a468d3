ALTER TABLE "api_key" ADD COLUMN     "last_used_at" TIMESTAMPTZ(6);

ALTER TABLE "application" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "variable" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "refused" BYTEA;

CREATE TABLE "task_step" (
    "id" BIGSERIAL NOT NULL,
    "task_id" BIGINT NOT NULL,
    "run" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),
    "outcome" TEXT,
    "picture" BYTEA,

    CONSTRAINT "task_step_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_delivery" (
    "task_id" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(6),
    "last_problem" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("task_id")
);

CREATE TABLE "note" (
    "id" SERIAL NOT NULL,
    "application_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "note_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "task_step_task_id_id_idx" ON "task_step"("task_id", "id");

-- Only what is still to be delivered.
CREATE INDEX "webhook_due" ON "webhook_delivery"("next_at") WHERE "next_at" IS NOT NULL;

CREATE INDEX "note_application_id_day_idx" ON "note"("application_id", "day");

ALTER TABLE "task_step" ADD CONSTRAINT "task_step_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "note" ADD CONSTRAINT "note_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What housekeeping looks for: each index holds only what is still to be taken.
CREATE INDEX "task_solution_kept" ON "task"("ended_at") WHERE "solution" IS NOT NULL;
CREATE INDEX "task_ended" ON "task"("ended_at") WHERE "ended_at" IS NOT NULL;
CREATE INDEX "task_step_picture_kept" ON "task_step"("ended_at") WHERE "picture" IS NOT NULL;
CREATE INDEX "idempotency_created_at_idx" ON "idempotency"("created_at");
