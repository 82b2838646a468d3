-- Reads no table, so that it answers on a server that is recovering too.
select current_setting('transaction_read_only') = 'off' as "writable!"
