-- Revokes a key of an account, or all of them. A key that ended before keeps its time.
update api_key set revoked_at = least(coalesce(revoked_at, now()), now())
 where account_id = :accountId and (:keyId?::int is null or id = :keyId)
returning id
