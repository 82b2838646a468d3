-- How many tasks an account has queued at a price, up to a limit. Volatile, so that it sees what was committed while its statement
-- waited for the account's lock.
CREATE FUNCTION "queued_tasks"("account" integer, "at_price" bigint, "max" integer) RETURNS integer LANGUAGE sql VOLATILE
BEGIN ATOMIC
  SELECT count(*)::integer FROM (
    SELECT 1 FROM "task"
     WHERE "worker_id" IS NULL AND "ended_at" IS NULL AND NOT "held" AND "price" = "at_price" AND "account_id" = "account"
     LIMIT "max") "own";
END;
