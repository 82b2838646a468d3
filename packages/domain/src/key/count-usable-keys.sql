-- How many keys of an account work, those included that were rolled and are within their grace. By the account's index.
select count(*)::int as "n!" from api_key k where k.account_id = :accountId and is_usable(k)
