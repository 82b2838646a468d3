-- AlterTable
ALTER TABLE "variable" ADD COLUMN     "prompt" BYTEA;
