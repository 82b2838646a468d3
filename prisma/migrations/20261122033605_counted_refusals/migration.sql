CREATE TABLE "refusal_count" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "n" INTEGER NOT NULL,
    "added" INTEGER NOT NULL,

    CONSTRAINT "refusal_count_pkey" PRIMARY KEY ("account_id")
) WITH (fillfactor = 50);

-- Whether an account had a task accepted for an application lately, and what goes with the account.
CREATE INDEX "active_user_account_id_application_id_bucket_idx" ON "active_user"("account_id", "application_id", "bucket");

ALTER TABLE "refusal_count" ADD CONSTRAINT "refusal_count_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
