-- Lets one start at a time make the demo: the history changes the balance of this row. Returns the beginning of today in UTC.
select date_trunc('day', now(), 'UTC') as "today!" from account where id = :accountId for no key update
