-- AlterTable
ALTER TABLE "variable" ADD COLUMN     "form" TEXT;
