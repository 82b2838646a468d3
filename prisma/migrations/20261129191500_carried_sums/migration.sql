-- AlterTable
ALTER TABLE "reconciliation_scan" ADD COLUMN     "carried" JSONB;
