-- Registers a worker with its first lease.
insert into worker (slots, live_address, lease_tick)
values (:slots, :liveAddress?, (select tick from service_clock where id = 1) + :leaseTicks)
returning id
