-- Moves the emails about waits and applications to the outbox, those that are pending and the records of the others. Their ids
-- follow the highest that any table has given, because the ids of emails are in their Message-IDs, by which mail programs show
-- an email that was sent twice once. Nothing may be added to the outbox meanwhile, because it would get one of these ids: this
-- default, which is gone already, locks it.
ALTER TABLE "delivery" ALTER COLUMN "account_id" DROP DEFAULT;

-- Also keeps writers out until the tables are gone.
ALTER TABLE "wait_email" DROP CONSTRAINT "wait_email_notice_id_fkey", DROP CONSTRAINT "wait_email_address_id_fkey";
ALTER TABLE "alert_finding" DROP CONSTRAINT "alert_finding_email_id_fkey";
ALTER TABLE "report_email" DROP CONSTRAINT "report_email_subscription_id_fkey";

CREATE TEMPORARY TABLE "offsets" AS
SELECT "base" AS "waits", "base" + (SELECT coalesce(max("id"), 0) FROM "wait_email") AS "reports"
  FROM (SELECT greatest((SELECT "last_value" FROM "delivery_id_seq"), (SELECT "last_value" FROM "wait_email_id_seq"),
                        (SELECT "last_value" FROM "report_email_id_seq")) AS "base") AS "highest";

INSERT INTO "delivery" ("id", "channel", "account_id", "task_id", "event", "wait", "address_id", "attempts", "next_at",
                        "delivered_at", "last_problem", "created_at")
SELECT "o"."waits" + "e"."id", 'wait', "n"."account_id", "n"."task_id", "e"."kind", "n"."wait", "e"."address_id", "e"."attempts",
       "e"."next_at", "e"."sent_at", "e"."problem", "e"."created_at"
  FROM "wait_email" "e" JOIN "wait_notice" "n" ON "n"."id" = "e"."notice_id" CROSS JOIN "offsets" "o";

INSERT INTO "delivery" ("id", "channel", "account_id", "event", "address_id", "subscription_id", "period", "attempts", "next_at",
                        "delivered_at", "last_problem", "created_at")
SELECT "o"."reports" + "e"."id", 'report', "p"."account_id", 'report', "s"."address_id", "s"."id", "e"."period", "e"."attempts",
       "e"."next_at", "e"."sent_at", "e"."problem", "e"."created_at"
  FROM "report_email" "e"
  JOIN "report_subscription" "s" ON "s"."id" = "e"."subscription_id"
  JOIN "application" "p" ON "p"."id" = "s"."application_id"
 CROSS JOIN "offsets" "o";

UPDATE "alert_finding" SET "email_id" = "email_id" + (SELECT "reports" FROM "offsets");
SELECT setval('delivery_id_seq', (SELECT "reports" FROM "offsets") + (SELECT coalesce(max("id"), 0) FROM "report_email") + 1, false);

-- Rows of the release before that column.
UPDATE "delivery" "d" SET "account_id" = "t"."account_id" FROM "task" "t" WHERE "d"."account_id" = 0 AND "t"."id" = "d"."task_id";

DROP TABLE "offsets";
DROP TABLE "wait_email";
DROP TABLE "report_email";
DROP INDEX "wait_notice_account_id_id_idx";

ALTER TABLE "alert_finding" ADD CONSTRAINT "alert_finding_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "email_address"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "report_subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;
