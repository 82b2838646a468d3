-- CreateTable
CREATE TABLE "application_screenshot" (
    "application_id" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "picture" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_screenshot_pkey" PRIMARY KEY ("application_id","version")
);

-- AddForeignKey
ALTER TABLE "application_screenshot" ADD CONSTRAINT "application_screenshot_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE CASCADE;
