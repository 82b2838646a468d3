-- Ends the registrations of workers whose lease is over: a few live rows. An end that is found here is final, whatever the
-- lost process believes.
update worker set ended_at = now()
 where ended_at is null and lease_tick <= (select tick from service_clock where id = 1)
