-- CreateTable
CREATE TABLE "inbound_address" (
    "account_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbound_address_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "inbound_rule" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "template_name" TEXT,
    "task_id" BIGINT,
    "sender" TEXT,
    "pattern" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbound_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_message" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sender" TEXT NOT NULL,
    "content" BYTEA,
    "fingerprint" BYTEA,
    "outcome" TEXT NOT NULL,
    "rule_name" TEXT,
    "task_id" BIGINT,
    "variable" TEXT,
    "detail" TEXT,
    "claimed_at" TIMESTAMPTZ(6),

    CONSTRAINT "inbound_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inbound_address_hash_key" ON "inbound_address"("hash");

-- CreateIndex
CREATE INDEX "inbound_rule_account_id_idx" ON "inbound_rule"("account_id");

-- CreateIndex
CREATE INDEX "inbound_message_account_id_id_idx" ON "inbound_message"("account_id", "id");

-- CreateIndex
CREATE INDEX "inbound_message_kept" ON "inbound_message"("account_id") WHERE "content" IS NOT NULL;

-- CreateIndex
CREATE INDEX "inbound_message_expiring" ON "inbound_message"("received_at") WHERE "fingerprint" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "inbound_message_account_id_fingerprint_key" ON "inbound_message"("account_id", "fingerprint");

-- AddForeignKey
ALTER TABLE "inbound_address" ADD CONSTRAINT "inbound_address_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_rule" ADD CONSTRAINT "inbound_rule_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_message" ADD CONSTRAINT "inbound_message_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
