-- AlterTable
ALTER TABLE "answer_link" ADD COLUMN     "endpoint_id" INTEGER;

-- CreateIndex
CREATE INDEX "answer_link_endpoint_id_idx" ON "answer_link"("endpoint_id");

-- CreateIndex
-- The limit of emails of an hour counts by it, however many an address has had.
CREATE INDEX "wait_email_claimed" ON "wait_email"("address_id", "claimed_at") WHERE "claimed_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "answer_link" ADD CONSTRAINT "answer_link_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "event_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Seconds before the end of a wait at which people are reminded of it: when a fifth of it is left, at most 300; null for a wait
-- of less than a minute, which has no reminder.
CREATE FUNCTION "reminder_lead"("awaited_at" timestamptz, "seconds_left" int) RETURNS int LANGUAGE sql STABLE
RETURN CASE WHEN (extract(epoch FROM now() - "awaited_at")::int + "seconds_left") / 5 >= 12
            THEN least(300, (extract(epoch FROM now() - "awaited_at")::int + "seconds_left") / 5) END;
