import { newAccount, newApplication } from "../factories.ts";
import { openWire } from "./wire.ts";

/** An owner with an application, and what tests of its reports ask and make. To be called once a file. */
export async function openStats() {
  const wire = openWire();
  const { operator, call } = wire;
  const owner = await newAccount(operator);
  const { clientKey } = owner;
  const softId = await newApplication(operator, owner);
  return {
    ...wire,
    owner,
    clientKey,
    softId,

    /** The report of the owner's application, or of another one of the owner's. */
    stats: (more: Record<string, unknown> = {}) => call("getAppStats", { clientKey, softId, ...more }),

    /** Something that happened at a moment of the past, as the quarter hour of that moment keeps it. */
    async happened(id: number, metric: string, at: string, n: number, label = ""): Promise<void> {
      await operator.db.pool.query(
        `insert into count (application_id, metric, bucket, label, shard, n)
         values ($1, $2, date_bin('15 minutes', $3::timestamptz, 'epoch'), $4, 0, $5)`,
        [id, metric, at, label, n],
      );
      // Earned money is in the ledger too.
      if (metric === "money")
        await operator.db.pool.query(
          `with entry as (
             insert into ledger_entry (account_id, kind, available, held, platform, application_id, at)
             values ($1, 'commission', $3, 0, -$3::bigint, $2, $4))
           update account set available = available + $3 where id = $1`,
          [owner.accountId, id, n, at],
        );
    },
  };
}

/** The total of a series. */
export function totalOf(series: { data: { y: number }[] } | undefined): number {
  return series?.data.reduce((total, { y }) => total + y, 0) ?? Number.NaN;
}
