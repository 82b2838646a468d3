// Made from count-usable-keys.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CountUsableKeysParams {
  accountId: number;
}

export interface CountUsableKeysRow {
  n: number;
}

export const countUsableKeysSql: Statement<CountUsableKeysParams, CountUsableKeysRow> = {
  name: "count_usable_keys",
  params: ["accountId"],
  notNull: ["n"],
  text: `
select count(*)::int as "n" from api_key k where k.account_id = $1 and is_usable(k)`,
};
