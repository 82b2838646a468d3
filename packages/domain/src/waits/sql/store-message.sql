-- Stores a message, or notes that the same one arrived a moment ago: gateways post again when a response was lost. Deletes
-- the account's oldest entries beyond the length of its log, by the index of account and id. Nothing is stored for an account that
-- was deleted meanwhile, whose lock this waits for.
with receiver as materialized (
  select id from account where id = :accountId and suspended_at is null for key share
), stored as (
  insert into inbound_message (account_id, sender, content, fingerprint, outcome)
  select id, :sender, :content, :fingerprint, 'kept' from receiver
  on conflict (account_id, fingerprint) do nothing
  returning id
), repeated as (
  insert into inbound_message (account_id, sender, outcome)
  select id, :sender, 'repeated' from receiver where not exists (select from stored)
), deleted as (
  delete from inbound_message
   where account_id = :accountId and id <= (
     select id from inbound_message where account_id = :accountId order by id desc offset :logLength limit 1)
)
select exists (select from stored) as "stored!"
