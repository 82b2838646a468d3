-- CreateTable
CREATE TABLE "report_subscription" (
    "id" SERIAL NOT NULL,
    "application_id" INTEGER NOT NULL,
    "address_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_email" (
    "id" BIGSERIAL NOT NULL,
    "subscription_id" INTEGER NOT NULL,
    "period" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(6),
    "sent_at" TIMESTAMPTZ(6),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_email_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "report_subscription_address_id_idx" ON "report_subscription"("address_id");

-- CreateIndex
CREATE INDEX "report_subscription_due" ON "report_subscription"("next_at");

-- CreateIndex
CREATE UNIQUE INDEX "report_subscription_application_id_address_id_kind_key" ON "report_subscription"("application_id", "address_id", "kind");

-- CreateIndex
CREATE INDEX "report_email_created_at_idx" ON "report_email"("created_at");

-- CreateIndex
CREATE INDEX "report_email_due" ON "report_email"("next_at") WHERE "next_at" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "report_email_subscription_id_period_key" ON "report_email"("subscription_id", "period");

-- AddForeignKey
ALTER TABLE "report_subscription" ADD CONSTRAINT "report_subscription_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_subscription" ADD CONSTRAINT "report_subscription_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "email_address"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_email" ADD CONSTRAINT "report_email_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "report_subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;
