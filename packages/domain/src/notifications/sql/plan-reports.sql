-- Writes the reports of due subscriptions and moves these on. Each period of a subscription is written once, whatever clocks do.
-- An application that is archived is not reported on.
with due as materialized (
  select * from json_to_recordset(:due::json) as d(id int, period text, next_at timestamptz)
), written as (
  insert into delivery (channel, account_id, event, address_id, subscription_id, period)
  select 'report', p.account_id, 'report', s.address_id, s.id, d.period
    from due d
    join report_subscription s on s.id = d.id
    join application p on p.id = s.application_id and p.archived_at is null
  on conflict (subscription_id, period) where subscription_id is not null do nothing
)
update report_subscription s set next_at = d.next_at from due d where s.id = d.id
