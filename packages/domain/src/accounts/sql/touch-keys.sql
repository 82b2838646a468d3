-- Records the last use of keys, to the minute. Locks them in the order of their ids, and skips those that another
-- process has just recorded or has locked.
update api_key set last_used_at = now()
 where id = any(array(
         select id from api_key
          where id = any(:keyIds::int[]) and coalesce(last_used_at < now() - interval '1 minute', true)
          order by id for no key update skip locked))
