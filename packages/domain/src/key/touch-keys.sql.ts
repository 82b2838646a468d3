// Made from touch-keys.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface TouchKeysParams {
  keyIds: readonly (number | null)[];
}

export type TouchKeysRow = Record<never, never>;

export const touchKeysSql: Statement<TouchKeysParams, TouchKeysRow> = {
  name: "touch_keys",
  params: ["keyIds"],
  notNull: [],
  text: `
update api_key set last_used_at = now()
 where id = any(array(
         select id from api_key
          where id = any($1::int[]) and coalesce(last_used_at < now() - interval '1 minute', true)
          order by id for no key update skip locked))`,
};
