-- Deletes the ended keys of an account, except for the latest ones. By the account's index.
delete from api_key
 where id in (select k.id from api_key k
               where k.account_id = :accountId and not is_usable(k) order by k.id desc offset :kept)
returning id
