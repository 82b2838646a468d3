-- AlterTable
ALTER TABLE "account" ADD COLUMN     "embed_origins" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
