-- What the role of this connection may do beyond the needs of web and worker; null if nothing.
select rolname as "role!",
       case when rolsuper then 'superuser'
            when exists (select from pg_class
                          where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')) then 'owner'
            when has_schema_privilege('public', 'create') then 'creator' end as "power?: superuser | owner | creator"
  from pg_roles where rolname = current_user
