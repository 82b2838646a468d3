-- What several statements say alike is said here once. Each is expanded into the statement that uses it, so that its plan
-- is the one of the expression written out: bodies are single expressions, and none is more volatile than it declares.

-- Whether a key may be used, its account aside.
CREATE FUNCTION "is_usable"("key" "api_key") RETURNS boolean LANGUAGE sql STABLE
RETURN ("key"."revoked_at" IS NULL OR "key"."revoked_at" > now())
   AND ("key"."expires_at" IS NULL OR "key"."expires_at" > now());

-- The keys that may be used, by accounts that are not suspended.
CREATE VIEW "usable_key" AS
SELECT k."id", k."account_id"
  FROM "api_key" k JOIN "account" a ON a."id" = k."account_id"
 WHERE "is_usable"(k) AND a."suspended_at" IS NULL;

-- How long the answer to a call with an Idempotency-Key is kept.
CREATE FUNCTION "answer_lifetime"() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '24 hours';

-- The answers that a repeated call gets.
CREATE VIEW "stored_answer" AS
SELECT "account_id", "key", "fingerprint", "answer" FROM "idempotency" WHERE "created_at" > now() - "answer_lifetime"();

-- Events are counted by quarter of an hour: the one that a moment is in.
CREATE FUNCTION "bucket_of"("at" timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN date_bin('15 minutes', "at", 'epoch');

-- Deletes tasks with their variables and steps, which no foreign key does; callbacks go by theirs, and the ledger keeps the
-- task's number. Whoever calls it has locked the tasks. Returns how many there were.
CREATE FUNCTION "delete_tasks"("ids" bigint[]) RETURNS integer LANGUAGE sql
BEGIN ATOMIC
  DELETE FROM "variable" WHERE "task_id" = ANY ("ids");
  DELETE FROM "task_step" WHERE "task_id" = ANY ("ids");
  WITH "deleted" AS (DELETE FROM "task" WHERE "id" = ANY ("ids") RETURNING "id") SELECT count(*)::int FROM "deleted";
END;
