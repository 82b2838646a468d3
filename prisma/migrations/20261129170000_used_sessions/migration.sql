-- AlterTable
ALTER TABLE "task_session" ADD COLUMN     "used_at" TIMESTAMPTZ(6);
