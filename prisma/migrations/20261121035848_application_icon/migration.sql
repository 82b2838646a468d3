-- CreateTable
CREATE TABLE "application_icon" (
    "application_id" INTEGER NOT NULL,
    "picture" BYTEA NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "application_icon_pkey" PRIMARY KEY ("application_id")
);

-- AddForeignKey
ALTER TABLE "application_icon" ADD CONSTRAINT "application_icon_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE CASCADE;
