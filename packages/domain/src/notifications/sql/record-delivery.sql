-- By primary key; does nothing if another attempt was made since. :attempts are those that count.
update delivery
   set delivered_at = case when :problem?::text is null then now() end, last_problem = :problem, status = :status?, duration = :duration?, excerpt = :excerpt?,
       attempts = :attempts,
       next_at = case when :problem is not null then now() + :pauseSeconds?::float8 * interval '1 second' end
 where id = :deliveryId and attempts = :attempt
