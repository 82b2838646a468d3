-- Counts an attempt in the current window of time, or begins a new window. One statement decides, so that any number of
-- processes and concurrent attempts stay within the limit. The column last_request holds the window's end.
insert into portal_rate_limit as r (id, key, count, last_request)
values (gen_random_uuid()::text, :key, 1, extract(epoch from now()) * 1000 + :windowSeconds::int * 1000)
on conflict (key) do update
   set count = case when r.last_request <= extract(epoch from now()) * 1000 then 1 else r.count + 1 end,
       last_request = case when r.last_request <= extract(epoch from now()) * 1000
                           then excluded.last_request else r.last_request end
returning count
