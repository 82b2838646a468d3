-- The account of an address for inbound codes, by the hash of its token.
select i.account_id as "accountId"
  from inbound_address i join account a on a.id = i.account_id
 where i.hash = :hash and a.suspended_at is null
