-- Lets one transaction at a time save a template of this name, so that two saves at once do not both become version 1.
select pg_advisory_xact_lock(hashtextextended('template ' || :name, 0))::text as "locked!"
