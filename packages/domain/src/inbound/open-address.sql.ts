// Made from open-address.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface OpenAddressParams {
  hash: Uint8Array;
}

export interface OpenAddressRow {
  accountId: number;
}

export const openAddressSql: Statement<OpenAddressParams, OpenAddressRow> = {
  name: "open_address",
  params: ["hash"],
  notNull: ["accountId"],
  text: `
select i.account_id as "accountId"
  from inbound_address i join account a on a.id = i.account_id
 where i.hash = $1 and a.suspended_at is null`,
};
