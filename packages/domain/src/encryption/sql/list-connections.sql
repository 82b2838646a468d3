-- Who is connected to the database, except for this program and the connection by which it keeps an embedded server.
select application_name as "name!", count(*)::int as "connections!"
  from pg_stat_activity
 where datname = current_database() and application_name like 'gatepost%'
   and application_name not in (current_setting('application_name'), 'gatepost command')
 group by 1 order by 1
