-- Ends a working key after a grace period. The condition decides between two calls at once.
update api_key set revoked_at = now() + :graceSeconds * interval '1 second'
 where id = :keyId and account_id = :accountId and revoked_at is null and (expires_at is null or expires_at > now())
returning name, read_only as "readOnly", rights as "rights!", addresses as "addresses!", expires_at as "expiresAt",
  least(revoked_at, expires_at) as "endsAt!"
