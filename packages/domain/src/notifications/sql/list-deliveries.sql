-- The latest deliveries to an endpoint of an account, by the partial index delivery_of_endpoint.
select d.id as "deliveryId!", d.task_id as "taskId", case when d.event = 'end' then t.state::text else d.event end as "event!",
       d.attempts as "attempts!", d.next_at as "nextAt", d.delivered_at as "deliveredAt", d.last_problem as "problem", d.status, d.duration, d.excerpt,
       d.created_at as "createdAt!"
  from event_endpoint p
  join delivery d on d.endpoint_id = p.id
  left join task t on t.id = d.task_id
 where p.id = :endpointId and p.account_id = :accountId and (:after?::bigint is null or d.id < :after)
 order by d.id desc limit :take
