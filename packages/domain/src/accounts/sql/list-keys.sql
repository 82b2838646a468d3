-- The keys of an account: working keys first, then ended ones, each latest first. By the account's index, which has a
-- few hundred entries at most. Only ended keys are deleted, so one that is gone was among these.
with saved as (
  select v.key_id, count(*)::int as versions, max(v.created_at) as at
    from template t join template_version v on v.template_id = t.id
   where t.account_id = :accountId and not t.draft group by v.key_id
)
select k.id as "keyId", k.name, k.hint, k.read_only as "readOnly", k.rights as "rights!",
       k.addresses as "addresses!", k.expires_at as "expiresAt",
       k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt",
       coalesce((select versions from saved s where s.key_id = k.id), 0) as "savedVersions!",
       (select at from saved s where s.key_id = k.id) as "lastSavedAt?"
  from api_key k
 where k.account_id = :accountId
   and (:after?::int is null
        or (not is_usable(k), -k.id) > (coalesce((select not is_usable(l) from api_key l
                                                   where l.id = :after and l.account_id = k.account_id), true), -:after))
 order by not is_usable(k), -k.id
 limit :take
