-- Reads no table, so that it also works on a server in recovery.
select current_setting('transaction_read_only') = 'off' as "writable!"
