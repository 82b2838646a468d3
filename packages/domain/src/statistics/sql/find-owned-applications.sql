-- For each input, whether its key may be used and which application it owns, by primary keys. Returns a row for every
-- input, owned or not, because the caller also needs the database's clock.
select i.n as "n!", now() as "now!",
       i.key_id is null
         or (select k.id from usable_key k where k.id = i.key_id and k.account_id = i.account_id) is not null as "verified!",
       a.id as "softId?", a.revision as "revision?", a.created_at as "createdAt?"
  from json_to_recordset(:inputs::json) as i(n int, soft_id bigint, account_id int, key_id int)
  left join lateral (
    select * from application where id = i.soft_id and (account_id = i.account_id or i.account_id is null) limit 1) a on true
