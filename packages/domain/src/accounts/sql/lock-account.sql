-- Locks an account's row until the transaction ends. Whatever changes its money or adds something to it waits. A deleted
-- account has no email address.
select id, email not like '%@%' as "isDeleted!" from account where id = :accountId for update
