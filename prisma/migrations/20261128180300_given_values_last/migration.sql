-- An update's record in the write-ahead log has all columns from the first that changes to the last. The given values stood between
-- the state and the deadline, so a claim and the beginning of a wait each logged them again, 200 bytes. At the end of the row they
-- are logged when they are given. Only open tasks have them; the partial indexes name these.
ALTER TABLE "task" RENAME COLUMN "given" TO "given_before";
ALTER TABLE "task" ADD COLUMN "given" BYTEA, ALTER COLUMN "given" SET STORAGE EXTERNAL;
UPDATE "task" SET "given" = "given_before"
 WHERE "worker_id" IS NULL AND "ended_at" IS NULL AND NOT "held" OR "worker_id" IS NOT NULL OR "held";
ALTER TABLE "task" DROP COLUMN "given_before",
ADD CONSTRAINT "task_ended_is_wiped" CHECK ("ended_at" IS NULL OR "given" IS NULL) NOT VALID;
