-- One outbox for whatever is sent: webhook_delivery also takes emails. The next migration moves them, in a transaction of its own,
-- so that this one, which locks the table, is brief.
ALTER TABLE "webhook_delivery" RENAME TO "delivery";
ALTER SEQUENCE "webhook_delivery_id_seq" RENAME TO "delivery_id_seq";
ALTER TABLE "delivery" RENAME CONSTRAINT "webhook_delivery_pkey" TO "delivery_pkey";
ALTER TABLE "delivery" RENAME CONSTRAINT "webhook_delivery_task_id_fkey" TO "delivery_task_id_fkey";
ALTER INDEX "webhook_delivery_task_id_idx" RENAME TO "delivery_task_id_idx";
ALTER INDEX "webhook_of_endpoint" RENAME TO "delivery_of_endpoint";

ALTER TABLE "delivery" ADD COLUMN "channel" TEXT NOT NULL DEFAULT 'webhook',
ADD COLUMN "address_id" INTEGER,
ADD COLUMN "subscription_id" INTEGER,
ADD COLUMN "period" TEXT,
ALTER COLUMN "account_id" DROP DEFAULT;

DROP INDEX "webhook_due";
CREATE INDEX "delivery_due" ON "delivery"("channel", "account_id", "next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "delivery_email_due" ON "delivery"("next_at") WHERE "next_at" IS NOT NULL AND "channel" <> 'webhook';
CREATE INDEX "delivery_of_address" ON "delivery"("address_id", "created_at") WHERE "address_id" IS NOT NULL;
CREATE INDEX "delivery_of_subscription" ON "delivery"("created_at") WHERE "subscription_id" IS NOT NULL;
CREATE UNIQUE INDEX "delivery_subscription_id_period_key" ON "delivery"("subscription_id", "period") WHERE "subscription_id" IS NOT NULL;
