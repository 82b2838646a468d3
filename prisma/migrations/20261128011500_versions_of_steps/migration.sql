-- AlterTable
ALTER TABLE "task_step" ADD COLUMN     "version_id" INTEGER;
