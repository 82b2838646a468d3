-- The keys of an account: working keys first, then ended ones, each latest first. By the account's index, which has a
-- few hundred entries at most.
select k.id as "keyId", k.name, k.hint, k.read_only as "readOnly", k.rights as "rights!",
       k.addresses as "addresses!", k.expires_at as "expiresAt",
       k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt"
  from api_key k
 where k.account_id = :accountId
   and (:after?::int is null
        or (not is_usable(k), -k.id) > (select not is_usable(l), -l.id from api_key l
                                         where l.id = :after and l.account_id = k.account_id))
 order by not is_usable(k), -k.id
 limit :take
