-- The outcome of an attempt.
update report_email
   set sent_at = case when :problem?::text is null then now() end, problem = :problem?,
       next_at = case when :problem? is not null then now() + :pauseSeconds::float8 * interval '1 second' end
 where id = :emailId and attempts = :attempt
