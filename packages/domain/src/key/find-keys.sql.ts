// Made from find-keys.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindKeysParams {
  hashes: readonly (Uint8Array | null)[];
}

export interface FindKeysRow {
  n: number;
  keyId: number;
  accountId: number;
  readOnly: boolean;
  rights: string[];
  addresses: string[];
  suspended: boolean;
  fresh: boolean;
}

export const findKeysSql: Statement<FindKeysParams, FindKeysRow> = {
  name: "find_keys",
  params: ["hashes"],
  notNull: ["n","keyId","accountId","readOnly","rights","addresses","suspended","fresh"],
  text: `
select i.n::int as "n", k.id as "keyId", k.account_id as "accountId", k.read_only as "readOnly", k.rights as "rights",
       k.addresses as "addresses",
       a.suspended_at is not null as "suspended", coalesce(k.last_used_at < now() - interval '1 minute', true) as "fresh"
  from unnest($1::bytea[]) with ordinality as i(hash, n),
       lateral (select * from api_key where hash = i.hash and is_usable(api_key) limit 1) k,
       lateral (select suspended_at from account where id = k.account_id limit 1) a`,
};
