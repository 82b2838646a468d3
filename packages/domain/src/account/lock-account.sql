-- Locks an account's row until the transaction ends. Whatever changes its money or adds something to it waits.
select id from account where id = :accountId for update
