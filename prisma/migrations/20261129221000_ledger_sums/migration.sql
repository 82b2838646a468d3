-- CreateTable
CREATE TABLE "ledger_sum" (
    "account_id" INTEGER NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "available" BIGINT NOT NULL,

    CONSTRAINT "ledger_sum_pkey" PRIMARY KEY ("account_id","entry_id")
);

-- AlterTable
ALTER TABLE "reconciliation_scan" ADD COLUMN     "failing_since" TIMESTAMPTZ(6);
