-- The account by its primary key.
select available from account where id = :accountId
