CREATE TABLE "service_clock" (
    "id" SMALLINT NOT NULL,
    "tick" INTEGER NOT NULL,

    CONSTRAINT "service_clock_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "service_clock_is_one_row" CHECK ("id" = 1)
) WITH (fillfactor = 50);

INSERT INTO "service_clock" ("id", "tick") VALUES (1, 0);

-- Workers of the version before have stopped; what is still registered is taken over at the first tick.
ALTER TABLE "worker" DROP COLUMN "lease_until",
ADD COLUMN     "lease_tick" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "worker" ALTER COLUMN "lease_tick" DROP DEFAULT;

-- What is queued has its hour from now on, and what runs or waits is queued again, with a new time limit.
ALTER TABLE "task" DROP COLUMN "deadline",
ADD COLUMN     "deadline_tick" INTEGER,
ADD COLUMN     "queued_tick" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "variable" DROP COLUMN "deadline",
ADD COLUMN     "deadline_tick" INTEGER;
