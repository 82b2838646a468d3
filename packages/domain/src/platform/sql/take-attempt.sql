-- Counts an attempt in the current window of time, or begins a new window. One statement decides, so that any number of
-- processes and concurrent attempts stay within the limit. The column last_request holds the window's end. A window that ends later
-- than a new one, by more than a statement may take, was begun by a clock that was ahead.
insert into portal_rate_limit as r (id, key, count, last_request)
values (gen_random_uuid()::text, :key, 1, extract(epoch from now()) * 1000 + :windowSeconds::int * 1000)
on conflict (key) do update
   set (count, last_request) = (
     select case when is_over then 1 else r.count + 1 end, case when is_over then excluded.last_request else r.last_request end
       from (select r.last_request <= extract(epoch from now()) * 1000 or r.last_request > excluded.last_request + 60000 as is_over) w)
returning count
