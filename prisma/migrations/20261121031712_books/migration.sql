-- The quarter of an hour that was corrected: a day of UTC is not the day of another zone.
ALTER TABLE "note" ADD COLUMN     "bucket" TIMESTAMPTZ(0);

CREATE TABLE "book_check" (
    "id" SERIAL NOT NULL,
    "began_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),
    "track" TEXT NOT NULL DEFAULT 'account',
    "place" BIGINT NOT NULL DEFAULT 0,
    "differences" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "book_check_pkey" PRIMARY KEY ("id")
);

-- The ledger is only appended to, so a few bytes say which of its pages hold a day.
CREATE INDEX "ledger_entry_at_idx" ON "ledger_entry" USING BRIN ("at");

-- A task is refunded once at most, whoever writes the entry.
CREATE UNIQUE INDEX "ledger_entry_one_refund" ON "ledger_entry"("task_id") WHERE "kind" = 'refund';
