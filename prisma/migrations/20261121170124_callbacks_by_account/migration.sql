-- A constant default rewrites no row. What is pending is its account's from its next claim on.
ALTER TABLE "webhook_delivery" ADD COLUMN "account_id" INTEGER NOT NULL DEFAULT 0;
DROP INDEX "webhook_due";
CREATE INDEX "webhook_due" ON "webhook_delivery"("account_id", "next_at") WHERE "next_at" IS NOT NULL;
