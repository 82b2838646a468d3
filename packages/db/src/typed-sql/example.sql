-- Of the tests of the data layer: each kind of parameter and column once.
select i.n as "n!", a.id as "accountId", a.available, a.suspended_at as "suspendedAt", l.id as "entryId", l.kind as "kind?",
       l.note, i.mark, :label?::text as label,
       case when a.available > i.above then 'above' else 'within' end as "place!: above | within"
  from json_to_recordset(:limits::json) as i(n int, account_id int, above bigint, mark bytea)
  join account a on a.id = i.account_id
  left join ledger_entry l on l.account_id = a.id /* as many rows as entries */
 where a.email <> ':none' and a.created_at <= :until
 order by i.n
