-- AlterTable
ALTER TABLE "task" ADD COLUMN     "step_path" TEXT[];

-- AlterTable
ALTER TABLE "task_step" ADD COLUMN     "note" TEXT,
ADD COLUMN     "path" TEXT[];
