-- The usable keys of these hashes: nested loop over the inputs, api_key by its unique hash, account by its primary key.
-- Three buffers a key.
select i.n::int as "n!", k.id as "keyId", k.account_id as "accountId", k.read_only as "readOnly", k.addresses as "addresses!",
       a.suspended_at is not null as "suspended!", coalesce(k.last_used_at < now() - interval '1 minute', true) as "fresh!"
  from unnest(:hashes::bytea[]) with ordinality as i(hash, n)
  join api_key k on k.hash = i.hash
  join account a on a.id = k.account_id
 where is_usable(k)
