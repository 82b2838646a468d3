-- Counts refused createTask calls for the applications that they named: only applications that the account owns or had
-- a task accepted for lately, and only a limited number per account and UTC day. Locks the accounts' rows of
-- refusal_count, which hold the numbers so far, in order of id, then counts in the order of their key.
-- A row of refusal_count says what this statement added, because before PostgreSQL 18 nothing returns a row's previous
-- value.
with named as materialized (
  select i.account_id, a.id as application_id, i.label, i.n,
         sum(i.n) over (partition by i.account_id order by a.id, i.label) - i.n as n_before
    from json_to_recordset(:refusals::json) as i(account_id int, soft_id bigint, label text, n int),
         lateral (select id, account_id from application where id = i.soft_id limit 1) a
   where a.account_id = i.account_id
      or (select true from active_user u
           where u.account_id = i.account_id and u.application_id = a.id
             and u.bucket >= bucket_of(now() - :userDays * interval '1 day') limit 1)
), allowed as (
  insert into refusal_count as r (account_id, day, n, added)
  select account_id, (now() at time zone 'UTC')::date, least(sum(n), :perDay::int), least(sum(n), :perDay::int)
    from named group by account_id order by account_id
  on conflict (account_id) do update
     set day = excluded.day,
         n = least(case when r.day = excluded.day then r.n else 0 end + excluded.n, :perDay::int),
         added = least(:perDay::int - case when r.day = excluded.day then r.n else 0 end, excluded.n)
  returning account_id, added
)
select add_counts(array_agg(application_id), array_agg('error'::text), array_agg(label), array_agg(n), :shard) as "counted!"
  from (select d.application_id, d.label, sum(least(d.n, l.added - d.n_before))::bigint as n
          from named d join allowed l on l.account_id = d.account_id
         where l.added > d.n_before
         group by d.application_id, d.label) s
having count(*) > 0
