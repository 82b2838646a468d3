-- The stored responses to calls with these keys, and whether each call had the same body. By the primary key.
select i.n as "n!", a.answer as "answer!", a.fingerprint = i.fingerprint as "same!"
  from json_to_recordset(:calls::json) as i(n int, account_id int, key text, fingerprint bytea),
       lateral (select * from stored_answer where account_id = i.account_id and key = i.key limit 1) a
