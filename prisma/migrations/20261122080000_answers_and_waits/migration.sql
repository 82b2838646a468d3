-- Stores answers to calls with an Idempotency-Key, unless the key has one already. Returns the keys that were stored.
-- Locks them in the order of account and key.
CREATE FUNCTION "store_answers"("account_ids" int[], "keys" text[], "fingerprints" bytea[], "answers" text[])
RETURNS TABLE ("account_id" int, "key" text) LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO "idempotency" AS i ("account_id", "key", "fingerprint", "answer")
  SELECT a."account_id", a."key", a."fingerprint", a."answer"
    FROM unnest("account_ids", "keys", "fingerprints", "answers") AS a("account_id", "key", "fingerprint", "answer")
   ORDER BY 1, 2
  ON CONFLICT ("account_id", "key") DO UPDATE
     SET "fingerprint" = excluded."fingerprint", "answer" = excluded."answer", "created_at" = excluded."created_at"
   WHERE i."created_at" <= now() - "answer_lifetime"()
  RETURNING i."account_id", i."key";
END;

-- Which wait of its task a variable is in: a late notification never answers another one.
CREATE FUNCTION "wait_name"("fence" int, "awaited_at" timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN "fence" || ':' || extract(epoch FROM "awaited_at");
