-- AlterTable, without the default at first: PostgreSQL 15 adds no column with one to a table whose row type a function
-- takes (is_usable).
ALTER TABLE "api_key" ADD COLUMN     "rights" TEXT[];
UPDATE "api_key" SET "rights" = ARRAY['tasks', 'stats'];
ALTER TABLE "api_key" ALTER COLUMN "rights" SET DEFAULT ARRAY['tasks', 'stats']::TEXT[];

-- AlterTable
ALTER TABLE "template" ADD COLUMN     "deleted_at" TIMESTAMPTZ(6),
ADD COLUMN     "draft" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "template_version" ADD COLUMN     "key_id" INTEGER;

-- The rights that there are, and at least one of them.
ALTER TABLE "api_key" ALTER COLUMN "rights" SET NOT NULL,
ADD CONSTRAINT "api_key_rights" CHECK (cardinality("rights") > 0 AND "rights" <@ ARRAY['tasks', 'templates', 'stats']);
