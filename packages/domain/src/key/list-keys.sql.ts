// Made from list-keys.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListKeysParams {
  accountId: number;
  after: number | null;
  take: bigint | number;
}

export interface ListKeysRow {
  keyId: number;
  name: string;
  hint: string;
  readOnly: boolean;
  rights: string[];
  addresses: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

export const listKeysSql: Statement<ListKeysParams, ListKeysRow> = {
  name: "list_keys",
  params: ["accountId","after","take"],
  notNull: ["keyId","name","hint","readOnly","rights","addresses","createdAt"],
  text: `
select k.id as "keyId", k.name, k.hint, k.read_only as "readOnly", k.rights as "rights",
       k.addresses as "addresses", k.expires_at as "expiresAt",
       k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt"
  from api_key k
 where k.account_id = $1
   and ($2::int is null
        or (not is_usable(k), -k.id) > (select not is_usable(l), -l.id from api_key l
                                         where l.id = $2 and l.account_id = k.account_id))
 order by not is_usable(k), -k.id
 limit $3`,
};
