-- AlterTable
ALTER TABLE "template_version" ADD COLUMN     "written" JSONB;
