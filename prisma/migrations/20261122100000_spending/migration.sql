-- What an account spent in an hour, however long its history is.
CREATE INDEX "ledger_entry_spent" ON "ledger_entry"("account_id", "at") WHERE "kind" = 'capture';
