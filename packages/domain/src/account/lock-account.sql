-- Locks an account's row: whoever changes its money or adds something to it waits until the transaction ends.
select id from account where id = :accountId for update
