-- CreateTable
CREATE TABLE "callback_secret" (
    "account_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "shown_at" TIMESTAMPTZ(6),
    "previous" BYTEA,
    "previous_until" TIMESTAMPTZ(6),

    CONSTRAINT "callback_secret_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "callback_secret" ADD CONSTRAINT "callback_secret_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
