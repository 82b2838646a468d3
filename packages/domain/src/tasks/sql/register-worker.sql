-- Registers a worker with its first lease.
insert into worker (slots, lease_tick) values (:slots, (select tick from service_clock where id = 1) + :leaseTicks)
returning id
