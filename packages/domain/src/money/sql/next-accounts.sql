-- Where a batch of accounts ends, and whether there may be more. By the primary key.
select max(id) as through, count(*) = :size as "isFull!"
  from (select id from account where id > :after order by id limit :size) next
