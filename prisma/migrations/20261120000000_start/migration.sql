CREATE TYPE "task_state" AS ENUM ('queued', 'running', 'waiting', 'ready', 'failed');
CREATE TYPE "variable_state" AS ENUM ('awaited', 'supplied', 'taken');
CREATE TYPE "ledger_kind" AS ENUM ('top_up', 'hold', 'capture', 'release', 'commission', 'refund', 'correction');

CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "available" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "bid" BIGINT NOT NULL DEFAULT 2000,
    "suspended_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "account_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_never_below_zero" CHECK ("available" >= 0 AND "held" >= 0),
    CONSTRAINT "account_bid_positive" CHECK ("bid" > 0)
) WITH (fillfactor = 50);

CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "application" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "homepage" TEXT,
    "download_url" TEXT,
    "published" BOOLEAN NOT NULL DEFAULT true,
    "commission" INTEGER NOT NULL DEFAULT 100000,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "application_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "application_commission_is_a_part" CHECK ("commission" BETWEEN 0 AND 1000000)
);

-- The first application is 1001: a softId that looks like one, and none that a client library sends by default.
ALTER SEQUENCE "application_id_seq" RESTART WITH 1001;

CREATE TABLE "template" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "name" TEXT NOT NULL,
    "current_version_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "template_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "template_version" (
    "id" SERIAL NOT NULL,
    "template_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "template_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "task" (
    "id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "application_id" INTEGER,
    "template_version_id" INTEGER NOT NULL,
    "state" "task_state" NOT NULL DEFAULT 'queued',
    "website_url" TEXT NOT NULL,
    "domains_of_interest" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "callback_url" TEXT,
    "given" BYTEA,
    "price" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "worker_id" INTEGER,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "may_submit" BOOLEAN NOT NULL DEFAULT false,
    "step" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queued_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(6),
    "deadline" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),
    "error_code" TEXT,
    "error_description" TEXT,
    "solution" BYTEA,
    CONSTRAINT "task_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "task_in_hand_has_a_worker" CHECK (("state" IN ('running', 'waiting')) = ("worker_id" IS NOT NULL)),
    CONSTRAINT "task_ended_has_a_time" CHECK (("state" IN ('ready', 'failed')) = ("ended_at" IS NOT NULL)),
    CONSTRAINT "task_failed_has_an_error" CHECK (("state" = 'failed') = ("error_code" IS NOT NULL)),
    CONSTRAINT "task_ended_is_wiped" CHECK ("ended_at" IS NULL OR "given" IS NULL)
) WITH (fillfactor = 80);

-- A process takes a thousand ids at once; gaps between processes mean nothing.
CREATE SEQUENCE "task_id_block" AS BIGINT INCREMENT BY 1000 START WITH 1000;

CREATE TABLE "variable" (
    "task_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "state" "variable_state" NOT NULL DEFAULT 'awaited',
    "pattern" TEXT,
    "value" BYTEA,
    "fingerprint" BYTEA,
    "length" INTEGER,
    "supplied_at" TIMESTAMPTZ(6),
    "taken_at" TIMESTAMPTZ(6),
    "awaited_at" TIMESTAMPTZ(6),
    "deadline" TIMESTAMPTZ(6),
    CONSTRAINT "variable_pkey" PRIMARY KEY ("task_id", "name")
) WITH (fillfactor = 70);

CREATE TABLE "worker" (
    "id" SERIAL NOT NULL,
    "slots" INTEGER NOT NULL,
    "busy" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(6) NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),
    CONSTRAINT "worker_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);

CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "available" BIGINT NOT NULL,
    "held" BIGINT NOT NULL,
    "house" BIGINT NOT NULL,
    "task_id" BIGINT,
    "application_id" INTEGER,
    "note" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ledger_entry_adds_up" CHECK ("available" + "held" + "house" = 0)
);

CREATE TABLE "count" (
    "application_id" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "shard" SMALLINT NOT NULL DEFAULT 0,
    "n" BIGINT NOT NULL,
    CONSTRAINT "count_pkey" PRIMARY KEY ("application_id", "metric", "bucket", "label", "shard")
) WITH (fillfactor = 70);

CREATE TABLE "active_user" (
    "application_id" INTEGER NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "account_id" INTEGER NOT NULL,
    CONSTRAINT "active_user_pkey" PRIMARY KEY ("application_id", "bucket", "account_id")
);

CREATE TABLE "idempotency" (
    "account_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("account_id", "key")
);

CREATE UNIQUE INDEX "account_email_key" ON "account"("email");
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");
CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");
CREATE INDEX "application_account_id_idx" ON "application"("account_id");
CREATE UNIQUE INDEX "template_current_version_id_key" ON "template"("current_version_id");
-- Built-in templates belong to no account: two of one name would be one too many.
CREATE UNIQUE INDEX "template_account_id_name_key" ON "template"("account_id", "name") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "template_version_template_id_number_key" ON "template_version"("template_id", "number");
CREATE INDEX "task_account_id_id_idx" ON "task"("account_id", "id");
-- The queue and the hands are small whatever the history: only what is there now is indexed.
CREATE INDEX "task_queue" ON "task"("price" DESC, "queued_at", "id") WHERE "state" = 'queued';
CREATE INDEX "task_in_hand" ON "task"("worker_id") WHERE "state" IN ('running', 'waiting');
CREATE INDEX "ledger_entry_account_id_id_idx" ON "ledger_entry"("account_id", "id");
-- A task is held once, and either captured or released, once.
CREATE UNIQUE INDEX "ledger_entry_one_hold" ON "ledger_entry"("task_id") WHERE "kind" = 'hold';
CREATE UNIQUE INDEX "ledger_entry_one_end" ON "ledger_entry"("task_id") WHERE "kind" IN ('capture', 'release');
CREATE UNIQUE INDEX "ledger_entry_one_commission" ON "ledger_entry"("task_id") WHERE "kind" = 'commission';

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "application" ADD CONSTRAINT "application_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "template" ADD CONSTRAINT "template_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "template" ADD CONSTRAINT "template_current_version_id_fkey" FOREIGN KEY ("current_version_id") REFERENCES "template_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "template_version" ADD CONSTRAINT "template_version_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "task" ADD CONSTRAINT "task_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "task" ADD CONSTRAINT "task_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "task" ADD CONSTRAINT "task_template_version_id_fkey" FOREIGN KEY ("template_version_id") REFERENCES "template_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "task" ADD CONSTRAINT "task_worker_id_fkey" FOREIGN KEY ("worker_id") REFERENCES "worker"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "variable" ADD CONSTRAINT "variable_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "count" ADD CONSTRAINT "count_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "active_user" ADD CONSTRAINT "active_user_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "active_user" ADD CONSTRAINT "active_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
