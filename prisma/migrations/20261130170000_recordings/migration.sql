-- Whether a person records a template on the task's page. A constant default: no row is rewritten.
ALTER TABLE "task" ADD COLUMN "recording" BOOLEAN NOT NULL DEFAULT false;
