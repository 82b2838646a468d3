-- Ends the registrations of workers whose lease has expired: a few live rows. Such an end is final, whatever the lost
-- process assumes.
update worker set ended_at = now()
 where ended_at is null and lease_tick <= (select tick from service_clock where id = 1)
