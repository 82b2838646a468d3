// Made from delete-ended-keys.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteEndedKeysParams {
  accountId: number;
  kept: bigint | number;
}

export interface DeleteEndedKeysRow {
  id: number;
}

export const deleteEndedKeysSql: Statement<DeleteEndedKeysParams, DeleteEndedKeysRow> = {
  name: "delete_ended_keys",
  params: ["accountId","kept"],
  notNull: ["id"],
  text: `
delete from api_key
 where id in (select k.id from api_key k
               where k.account_id = $1 and not is_usable(k) order by k.id desc offset $2)
returning id`,
};
