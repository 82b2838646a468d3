-- The catalogue is read along it, page by page.
CREATE INDEX "application_catalogue" ON "application"("demo", "name", "id") WHERE "published" AND "archived_at" IS NULL;
