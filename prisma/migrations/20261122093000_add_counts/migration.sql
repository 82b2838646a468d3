-- Adds to the counts of the present quarter of an hour, which it locks in the order of their key. No key is given twice.
CREATE FUNCTION "add_counts"("application_ids" int[], "metrics" text[], "labels" text[], "amounts" bigint[], "of_shard" smallint)
RETURNS integer LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO "count" AS c ("application_id", "metric", "bucket", "label", "shard", "n")
  SELECT a."application_id", a."metric", "bucket_of"(now()), a."label", "of_shard", a."amount"
    FROM unnest("application_ids", "metrics", "labels", "amounts") AS a("application_id", "metric", "label", "amount")
   ORDER BY 1, 2, 4
  ON CONFLICT ("application_id", "metric", "bucket", "label", "shard") DO UPDATE SET "n" = c."n" + excluded."n";
  SELECT cardinality("application_ids");
END;
