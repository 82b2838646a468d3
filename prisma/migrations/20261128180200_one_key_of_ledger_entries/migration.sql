-- Entries are only looked for in their account, so the primary key is also the index by which the ledger is listed. Building it
-- takes about a second for a million entries.
DROP INDEX "ledger_entry_account_id_id_idx";
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_pkey",
ADD CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("account_id", "id");
