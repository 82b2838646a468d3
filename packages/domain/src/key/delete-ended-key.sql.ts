// Made from delete-ended-key.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteEndedKeyParams {
  keyId: number;
  accountId: number;
}

export interface DeleteEndedKeyRow {
  id: number;
}

export const deleteEndedKeySql: Statement<DeleteEndedKeyParams, DeleteEndedKeyRow> = {
  name: "delete_ended_key",
  params: ["keyId","accountId"],
  notNull: ["id"],
  text: `
delete from api_key k where k.id = $1 and k.account_id = $2 and not is_usable(k) returning id`,
};
