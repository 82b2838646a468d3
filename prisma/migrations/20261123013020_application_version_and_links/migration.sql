-- AlterTable
ALTER TABLE "application" ADD COLUMN     "links" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "version" TEXT NOT NULL DEFAULT '';
