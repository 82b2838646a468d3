import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import { usableKeys } from "../key/usable-keys.ts";

export interface OwnedApplication {
  softId: number;
  /** See day-memory.ts. */
  revision: number;
  createdAt: Date;
  /** The database's clock. */
  now: Date;
}

/** By primary keys; one row an input, whether owned or not, since today is asked of the database too. */
const statement = {
  name: "find_owned_applications",
  text: `
    with input as materialized (
      select * from unnest($1::bigint[], $2::int[], $3::int[]) with ordinality as i(soft_id, account_id, key_id, n)
    ), proved as materialized (
      ${usableKeys}
    )
    select i.n::int as n, now() as now, i.key_id is null or k.id is not null as proved,
           a.id as "softId", a.revision, a.created_at as "createdAt"
      from input i
      left join proved k on k.id = i.key_id and k.account_id = i.account_id
      left join application a on a.id = i.soft_id and a.account_id = i.account_id`,
};

type Row = { n: number; now: Date; proved: boolean } & (OwnedApplication | { softId: null });

export interface FindOwnedInput {
  softId: number;
  accountId: number;
  /** Proved here; null where that is done. */
  keyId: number | null;
}

/** The application as its owner may see it; for anybody else, and for an id that nobody has, only the clock. */
export const findOwned: Batch<
  FindOwnedInput,
  { now: Date; proved: boolean; owned: OwnedApplication | undefined },
  Ground
> = {
  name: "find_owned_applications",
  most: 512,
  queue: 10_000,
  party: ({ accountId }) => accountId,
  async run({ db }, asked) {
    const rows = await db.sql<Row>(statement, [
      asked.map(({ softId }) => softId),
      asked.map(({ accountId }) => accountId),
      asked.map(({ keyId }) => keyId),
    ]);
    const byInput = new Map(rows.map((row) => [row.n - 1, row]));
    return asked.map((_, index) => {
      const row = byInput.get(index) as Row;
      return { now: row.now, proved: row.proved, owned: row.softId === null ? undefined : row };
    });
  },
};
