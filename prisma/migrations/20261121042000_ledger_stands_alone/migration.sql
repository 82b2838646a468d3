-- An entry of the ledger is never changed, not even where the application that it names goes away.
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_application_id_fkey";
