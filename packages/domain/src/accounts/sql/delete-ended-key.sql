-- Deletes a key of an account that has ended, by the database's clock. By its primary key.
delete from api_key k where k.id = :keyId and k.account_id = :accountId and not is_usable(k) returning id
