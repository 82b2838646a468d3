import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";

/** By primary key; a row that another process has just noted is left alone. */
const statement = {
  name: "touch_keys",
  text: `
    update api_key set last_used_at = now()
     where id in (select id from api_key
                   where id = any($1::int[]) and coalesce(last_used_at < now() - interval '1 minute', true)
                   order by id for no key update skip locked)`,
};

/** Notes that keys are in use, to the minute. */
export const touchKeys: Batch<number, void, Ground> = {
  name: "touch_keys",
  most: 1_000,
  queue: 10_000,
  async run({ db }, keyIds) {
    await db.sql(statement, [[...new Set(keyIds)]]);
    return keyIds.map(() => undefined);
  },
};
