-- AlterTable
ALTER TABLE "task_session" ADD COLUMN     "site" TEXT;
