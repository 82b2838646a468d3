-- How many keys of an account work, including rolled keys within their grace period. By the account's index.
select count(*)::int as "n!" from api_key k where k.account_id = :accountId and is_usable(k)
