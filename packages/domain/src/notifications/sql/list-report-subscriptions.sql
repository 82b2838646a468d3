-- The subscriptions of an application, with the latest report of each. A subscription has at most one report of each week of a
-- year: read by the unique index of its id. An email that was begun is pending for as long as the mail server may
-- take, and only then unknown.
select s.address_id as "addressId!", s.kind as "kind!: weekly | monthly | alerts", s.time_zone as "timezone!", s.next_at as "nextAt!",
       s.ongoing_alerts as "ongoing!",
       e.created_at as "lastAt?", e.delivered_at as "lastSentAt?", e.last_problem as "lastProblem?",
       e.next_at is not null
         or e.delivered_at is null and e.last_problem is null and e.created_at > now() - interval '2 minutes' as "lastPending?"
  from report_subscription s
  join application p on p.id = s.application_id and p.account_id = :accountId and p.archived_at is null
  left join lateral (
    select * from delivery r where r.subscription_id = s.id order by r.id desc limit 1) e on true
 where s.application_id = :softId
 order by s.address_id, s.kind desc
