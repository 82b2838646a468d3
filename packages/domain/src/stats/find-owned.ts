import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";

export interface OwnedApplication {
  softId: number;
  /** See day-memory.ts. */
  revision: number;
  createdAt: Date;
  /** The database's clock. */
  now: Date;
}

/** By primary key; one row an input, whether owned or not, since today is asked of the database too. */
const statement = {
  name: "find_owned_applications",
  text: `
    select i.n::int as n, now() as now, a.id as "softId", a.revision, a.created_at as "createdAt"
      from unnest($1::bigint[], $2::int[]) with ordinality as i(soft_id, account_id, n)
      left join application a on a.id = i.soft_id and a.account_id = i.account_id`,
};

type Row = { n: number; now: Date } & (OwnedApplication | { softId: null });

/** The application as its owner may see it; for anybody else, and for an id that nobody has, only the clock. */
export const findOwned: Batch<
  { softId: number; accountId: number },
  { now: Date; owned: OwnedApplication | undefined },
  Ground
> = {
  name: "find_owned_applications",
  most: 512,
  queue: 10_000,
  async run({ db }, asked) {
    const rows = await db.sql<Row>(statement, [
      asked.map(({ softId }) => softId),
      asked.map(({ accountId }) => accountId),
    ]);
    const byInput = new Map(rows.map((row) => [row.n - 1, row]));
    return asked.map((_, index) => {
      const row = byInput.get(index) as Row;
      return { now: row.now, owned: row.softId === null ? undefined : row };
    });
  },
};
