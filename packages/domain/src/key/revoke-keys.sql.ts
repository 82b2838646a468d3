// Made from revoke-keys.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RevokeKeysParams {
  accountId: number;
  keyId: number | null;
}

export interface RevokeKeysRow {
  id: number;
}

export const revokeKeysSql: Statement<RevokeKeysParams, RevokeKeysRow> = {
  name: "revoke_keys",
  params: ["accountId","keyId"],
  notNull: ["id"],
  text: `
update api_key set revoked_at = least(coalesce(revoked_at, now()), now())
 where account_id = $1 and ($2::int is null or id = $2)
returning id`,
};
