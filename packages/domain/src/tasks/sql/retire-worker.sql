-- Ends a worker's registration, by its primary key.
update worker set ended_at = now() where id = :workerId and ended_at is null
