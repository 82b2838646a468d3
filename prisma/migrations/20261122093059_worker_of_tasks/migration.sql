-- DropForeignKey
ALTER TABLE "task" DROP CONSTRAINT "task_worker_id_fkey";
