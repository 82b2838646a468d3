-- What belongs to a user's account. Reads all its tasks and its ledger, for a page that is rarely opened.
select u.email, a.id as "accountId", a.available,
       (select count(*)::int from portal_user o where o.account_id = a.id and o.id <> u.id) as "others!",
       (select count(*)::int from api_key k where k.account_id = a.id) as "keys!",
       (select count(*)::int from application p where p.account_id = a.id and p.archived_at is null) as "applications!",
       (select count(*)::int from template m where m.account_id = a.id) as "templates!",
       (select count(*)::int from email_address e where e.account_id = a.id) as "emailAddresses!",
       (select count(*)::int from task t where t.account_id = a.id) as "tasks!",
       (select count(*)::int from task t where t.account_id = a.id and t.ended_at is null) as "openTasks!",
       (select count(*)::int from ledger_entry l where l.account_id = a.id) as "ledgerEntries!"
  from portal_user u join account a on a.id = u.account_id
 where u.id = :userId and a.id = :accountId
