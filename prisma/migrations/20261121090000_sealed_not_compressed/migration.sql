-- What is encrypted cannot be made smaller: trying costs CPU at each write of a picture or a result.
ALTER TABLE "task" ALTER COLUMN "solution" SET STORAGE EXTERNAL, ALTER COLUMN "given" SET STORAGE EXTERNAL;
ALTER TABLE "task_step" ALTER COLUMN "picture" SET STORAGE EXTERNAL;
ALTER TABLE "variable" ALTER COLUMN "value" SET STORAGE EXTERNAL;
