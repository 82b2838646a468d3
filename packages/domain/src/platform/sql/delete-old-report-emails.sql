-- Deletes the records of reports that are older than 400 days, by the partial index delivery_of_subscription. Younger ones keep each
-- period from being sent twice.
delete from delivery
 where id in (select id from delivery
               where subscription_id is not null and created_at < now() - interval '400 days' order by created_at limit 500)
returning 1 as "n!"
