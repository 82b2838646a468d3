-- Locks subscriptions whose report is due, by the index report_subscription_due. Other processes skip them.
select s.id as "subscriptionId", s.kind as "kind!: weekly | monthly", s.time_zone as "timezone", now() as "now!"
  from report_subscription s
 where s.next_at <= now() order by s.next_at limit 100 for update skip locked
