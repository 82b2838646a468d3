-- The server's major version.
select current_setting('server_version_num')::int / 10000 as "version!"
