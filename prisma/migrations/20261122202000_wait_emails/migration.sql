-- AlterTable
ALTER TABLE "answer_link" ADD COLUMN     "email_address_id" INTEGER;

-- AlterTable
ALTER TABLE "task" ADD COLUMN     "notify" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "wait_notice" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "task_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "wait" TEXT NOT NULL,
    "announced" BOOLEAN NOT NULL DEFAULT false,
    "reminded_tick" INTEGER,
    "next_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wait_notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wait_email" (
    "id" BIGSERIAL NOT NULL,
    "notice_id" BIGINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(6),
    "sent_at" TIMESTAMPTZ(6),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wait_email_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "wait_notice_task_id_idx" ON "wait_notice"("task_id");

-- CreateIndex
CREATE INDEX "wait_notice_account_id_id_idx" ON "wait_notice"("account_id", "id");

-- CreateIndex
CREATE INDEX "wait_notice_due" ON "wait_notice"("next_at") WHERE "next_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "wait_email_notice_id_idx" ON "wait_email"("notice_id");

-- CreateIndex
CREATE INDEX "wait_email_address_id_created_at_idx" ON "wait_email"("address_id", "created_at");

-- CreateIndex
CREATE INDEX "wait_email_due" ON "wait_email"("next_at") WHERE "next_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "answer_link_email_address_id_idx" ON "answer_link"("email_address_id");

-- CreateIndex
CREATE INDEX "email_address_email_idx" ON "email_address"("email");

-- AddForeignKey
ALTER TABLE "answer_link" ADD CONSTRAINT "answer_link_email_address_id_fkey" FOREIGN KEY ("email_address_id") REFERENCES "email_address"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wait_notice" ADD CONSTRAINT "wait_notice_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wait_email" ADD CONSTRAINT "wait_email_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "wait_notice"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wait_email" ADD CONSTRAINT "wait_email_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "email_address"("id") ON DELETE CASCADE ON UPDATE CASCADE;
