-- AlterTable
ALTER TABLE "report_subscription" ADD COLUMN     "ongoing_alerts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "alert_finding" (
    "email_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "total" DOUBLE PRECISION NOT NULL,
    "low" DOUBLE PRECISION NOT NULL,
    "high" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "alert_finding_pkey" PRIMARY KEY ("email_id","kind")
);

-- AddForeignKey
ALTER TABLE "alert_finding" ADD CONSTRAINT "alert_finding_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "report_email"("id") ON DELETE CASCADE ON UPDATE CASCADE;
