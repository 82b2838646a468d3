-- Moves the checked subscriptions on, and writes an email for each of which an alert began or is over. If there is one of this
-- period already, as after the clock was set back, none is written, and the next check finds the same again.
with checked as materialized (
  select * from json_to_recordset(:checked::json) as c(id int, period text, ongoing text[], changes json)
), email as (
  insert into delivery (channel, account_id, event, address_id, subscription_id, period)
  select 'report', p.account_id, 'report', s.address_id, s.id, c.period
    from checked c
    join report_subscription s on s.id = c.id
    join application p on p.id = s.application_id
   where json_array_length(c.changes) > 0
  on conflict (subscription_id, period) where subscription_id is not null do nothing
  returning id, subscription_id
), finding as (
  insert into alert_finding (email_id, kind, state, value, total, low, high)
  select e.id, f.kind, f.state, f.value, f.total, f.low, f.high
    from email e join checked c on c.id = e.subscription_id,
         json_to_recordset(c.changes) as f(kind text, state text, value float8, total float8, low float8, high float8)
)
update report_subscription s set next_at = now() + interval '1 hour',
       ongoing_alerts = case when e.id is null then s.ongoing_alerts else c.ongoing end
  from checked c left join email e on e.subscription_id = c.id where s.id = c.id
