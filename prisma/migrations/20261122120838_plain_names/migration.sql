-- Names only: no row is read or rewritten.
ALTER TABLE "ledger_entry" RENAME COLUMN "house" TO "platform";

ALTER TABLE "book_check" RENAME TO "reconciliation_scan";
ALTER TABLE "reconciliation_scan" RENAME COLUMN "track" TO "dimension";
ALTER TABLE "reconciliation_scan" RENAME CONSTRAINT "book_check_pkey" TO "reconciliation_scan_pkey";
ALTER SEQUENCE "book_check_id_seq" RENAME TO "reconciliation_scan_id_seq";

ALTER INDEX "task_in_hand" RENAME TO "task_held";
