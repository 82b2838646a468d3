-- CreateTable
CREATE TABLE "email_address" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "every_wait" BOOLEAN NOT NULL DEFAULT false,
    "confirmed_at" TIMESTAMPTZ(6),
    "unsubscribed_at" TIMESTAMPTZ(6),
    "token_hash" BYTEA,
    "token_expires_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_address_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_address_token_hash_key" ON "email_address"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "email_address_account_id_email_key" ON "email_address"("account_id", "email");

-- AddForeignKey
ALTER TABLE "email_address" ADD CONSTRAINT "email_address_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
