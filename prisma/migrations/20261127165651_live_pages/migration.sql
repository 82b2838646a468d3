-- AlterTable
ALTER TABLE "answer_link" ADD COLUMN     "live" TEXT;

-- AlterTable
ALTER TABLE "worker" ADD COLUMN     "live_address" TEXT;

-- CreateTable
CREATE TABLE "task_control" (
    "task_id" BIGINT NOT NULL,
    "fence" INTEGER NOT NULL,
    "holder" TEXT NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "task_control_pkey" PRIMARY KEY ("task_id")
);

-- AddForeignKey
ALTER TABLE "task_control" ADD CONSTRAINT "task_control_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;
