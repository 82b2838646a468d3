-- The usable keys with these hashes: api_key by its unique hash, account by its primary key. Three buffers per key.
select i.n::int as "n!", k.id as "keyId", k.account_id as "accountId", k.read_only as "readOnly", k.rights as "rights!",
       k.addresses as "addresses!", 'key ' || k.hint || ' (' || k.name || ')' as "keyName!",
       a.suspended_at is not null as "suspended!", coalesce(k.last_used_at < now() - interval '1 minute', true) as "fresh!"
  from unnest(:hashes::bytea[]) with ordinality as i(hash, n),
       lateral (select * from api_key where hash = i.hash and is_usable(api_key) limit 1) k,
       lateral (select suspended_at from account where id = k.account_id limit 1) a
