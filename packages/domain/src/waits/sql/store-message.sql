-- Stores a message, or notes that the same one arrived a moment ago: gateways post again when a response was lost. Deletes
-- the account's oldest entries beyond the length of its log, by the index of account and id.
with stored as (
  insert into inbound_message (account_id, sender, content, fingerprint, outcome)
  values (:accountId, :sender, :content, :fingerprint, 'kept')
  on conflict (account_id, fingerprint) do nothing
  returning id
), repeated as (
  insert into inbound_message (account_id, sender, outcome)
  select :accountId, :sender, 'repeated' where not exists (select from stored)
), deleted as (
  delete from inbound_message
   where account_id = :accountId and id <= (
     select id from inbound_message where account_id = :accountId order by id desc offset :logLength limit 1)
)
select exists (select from stored) as "stored!"
