-- AlterTable
ALTER TABLE "share_link" ADD COLUMN     "embedded_mode" TEXT;
