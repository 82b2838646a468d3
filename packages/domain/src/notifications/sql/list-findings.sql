-- What an email says about alerts, by primary key.
select kind as "kind!: error_rate | no_tasks | no_views", state as "state!: alert | raised | normal | unknown", value, total, low, high
  from alert_finding where email_id = :deliveryId
