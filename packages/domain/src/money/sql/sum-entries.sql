-- Sums entries of the ledger by account: at most :size along its primary key, from the one that follows an entry, and what was carried from
-- the entries before. An account's entries are written with its row locked, so none of them comes between older ones.
select account_id as "accountId!", max(id)::float8 as "entryId!", sum(available)::text as "available!", sum(held)::text as "held!",
       sum(n)::int as "n!"
  from (select account_id, entry_id as id, available::bigint, held::bigint, 0 as n
          from json_to_recordset(:carried::json) as c(account_id int, entry_id bigint, available text, held text)
        union all
        (select account_id, id, available, held, 1 from ledger_entry
          where (account_id, id) > (:accountId::int, :entryId::bigint) and account_id <= :through::int
          order by account_id, id limit :size)) part
 group by account_id
 order by account_id
