-- Reads a table that every version of this schema has.
select tick from service_clock where id = 1
