-- AlterTable
ALTER TABLE "variable" ADD COLUMN     "receipts" JSONB,
ADD COLUMN     "supplied_by" TEXT;

-- CreateTable
CREATE TABLE "answer_link" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "task_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "revoked_at" TIMESTAMPTZ(6),
    "extensions" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "answer_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "answer_link_hash_key" ON "answer_link"("hash");

-- CreateIndex
CREATE INDEX "answer_link_task_id_idx" ON "answer_link"("task_id");

-- AddForeignKey
ALTER TABLE "answer_link" ADD CONSTRAINT "answer_link_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What became of a variable's values, with the present one; the latest twenty.
CREATE FUNCTION "with_receipt"("v" "variable") RETURNS jsonb LANGUAGE sql STABLE
RETURN CASE
  WHEN (v).supplied_at IS NULL THEN (v).receipts
  ELSE coalesce(CASE WHEN jsonb_array_length((v).receipts) >= 20 THEN (v).receipts - 0 ELSE (v).receipts END, '[]')
    || jsonb_build_object('attempt', (v).attempt, 'length', (v).length, 'suppliedBy', (v).supplied_by,
                          'suppliedAt', extract(epoch FROM (v).supplied_at), 'takenAt', extract(epoch FROM (v).taken_at))
END;
