-- A task has one callback at its end, and one for each wait if it asks for them.
-- AlterTable
ALTER TABLE "task" ADD COLUMN     "callback_on" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_pkey",
ADD COLUMN     "event" TEXT NOT NULL DEFAULT 'end',
ADD COLUMN     "id" BIGSERIAL NOT NULL,
ADD COLUMN     "wait" TEXT,
ADD CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id");

-- CreateIndex
CREATE INDEX "webhook_delivery_task_id_idx" ON "webhook_delivery"("task_id");
