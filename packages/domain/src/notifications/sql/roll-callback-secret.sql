-- By primary key. A secret that was never shown gets no grace period, because no receiver has it.
insert into callback_secret as s (account_id, secret, shown_at) values (:accountId, :secret, now())
on conflict (account_id) do update
   set secret = excluded.secret, created_at = excluded.created_at, shown_at = excluded.shown_at,
       previous = case when s.shown_at is not null then s.secret end,
       previous_until = case when s.shown_at is not null then now() + :graceSeconds * interval '1 second' end
