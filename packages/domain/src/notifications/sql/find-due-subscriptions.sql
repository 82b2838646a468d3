-- Locks subscriptions whose report is due, by the index report_subscription_due. Other processes skip them. find-due-alerts.sql
-- has those of alerts.
select s.id as "subscriptionId", s.kind as "kind!: weekly | monthly", s.time_zone as "timezone", now() as "now!"
  from report_subscription s
 where s.next_at <= now() and s.kind <> 'alerts' order by s.next_at limit 100 for update skip locked
