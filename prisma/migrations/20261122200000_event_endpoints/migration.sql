-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "duration" INTEGER,
ADD COLUMN     "endpoint_id" INTEGER,
ADD COLUMN     "excerpt" TEXT,
ADD COLUMN     "status" INTEGER,
ALTER COLUMN "task_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "event_endpoint" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "events" TEXT[],
    "link_origin" TEXT,
    "secret" BYTEA NOT NULL,
    "previous" BYTEA,
    "previous_until" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_endpoint_account_id_idx" ON "event_endpoint"("account_id");

-- CreateIndex
CREATE INDEX "webhook_of_endpoint" ON "webhook_delivery"("endpoint_id", "id") WHERE "endpoint_id" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "event_endpoint" ADD CONSTRAINT "event_endpoint_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
