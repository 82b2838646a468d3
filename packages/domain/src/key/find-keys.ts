import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";

export interface FoundKey {
  keyId: number;
  accountId: number;
  readOnly: boolean;
  addresses: string[];
  suspended: boolean;
  /** Its last use is not noted yet for this minute. */
  fresh: boolean;
}

/** Nested loop over the inputs, api_key by its unique hash, account by its primary key: three buffers a key. */
const statement = {
  name: "find_keys",
  text: `
    select i.n::int as n, k.id as "keyId", k.account_id as "accountId", k.read_only as "readOnly", k.addresses,
           a.suspended_at is not null as suspended,
           coalesce(k.last_used_at < now() - interval '1 minute', true) as fresh
      from unnest($1::bytea[]) with ordinality as i(hash, n)
      join api_key k on k.hash = i.hash
      join account a on a.id = k.account_id
     where (k.revoked_at is null or k.revoked_at > now())
       and (k.expires_at is null or k.expires_at > now())`,
};

/** The usable keys of these hashes; `undefined` for an unknown, revoked or expired one. */
export const findKeys: Batch<Buffer, FoundKey | undefined, Ground> = {
  name: "find_keys",
  most: 512,
  queue: 20_000,
  async run({ db }, hashes) {
    const rows = await db.sql<FoundKey & { n: number }>(statement, [hashes]);
    const found = new Map(rows.map(({ n, ...key }) => [n - 1, key]));
    return hashes.map((_, index) => found.get(index));
  },
};
