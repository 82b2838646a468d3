-- Responses too old to be replayed for their Idempotency-Key, the oldest first, by the index of their time.
delete from idempotency
 where (account_id, key) in (select account_id, key from idempotency
                              where created_at < now() - answer_lifetime() - interval '1 hour'
                              order by created_at limit 1000 for update skip locked)
returning 1 as "n!"
