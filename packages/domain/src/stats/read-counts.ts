import type { Db } from "@gatepost/db/connect";
import type { Day } from "./days.ts";

/**
 * Sums quarter hours to days. The primary key (application, metric, bucket, …) gives each metric's range as one
 * index scan; `day` is 0 for what lies before the first day, which only money asks for.
 */
const counts = {
  name: "read_counts",
  text: `
    select metric, label, width_bucket(bucket, $3::timestamptz[]) as day, sum(n)::bigint as n
      from count
     where application_id = $1 and metric = any($2::text[]) and bucket < $4
       and (bucket >= ($3::timestamptz[])[1] or metric = 'money')
     group by metric, label, day`,
};

/** Distinct accounts a day; somebody who comes in two quarters of an hour of a day is one. */
const users = {
  name: "read_active_users",
  text: `
    select width_bucket(bucket, $2::timestamptz[]) as day, count(distinct account_id)::int as n
      from active_user
     where application_id = $1 and bucket >= ($2::timestamptz[])[1] and bucket < $3
     group by day`,
};

type Metric = "ready" | "error" | "view" | "download" | "money";

/** A value a day, by label. */
export type CountsByLabel = Map<string, number[]>;

/** The metrics' counts by day, and for money what was counted before the first day. */
export async function readCounts<M extends Metric>(
  db: Db,
  softId: number,
  metrics: readonly M[],
  days: readonly Day[],
): Promise<Record<M, CountsByLabel> & { before: number }> {
  const rows = await db.sql<{ metric: M; label: string; day: number; n: number }>(counts, [
    softId,
    metrics,
    days.map(({ begin }) => new Date(begin * 1000)),
    end(days),
  ]);
  const found = Object.fromEntries(metrics.map((metric) => [metric, new Map()])) as Record<M, CountsByLabel>;
  let before = 0;
  for (const { metric, label, day, n } of rows) {
    if (day === 0) {
      before += n;
      continue;
    }
    let values = found[metric].get(label);
    if (!values) {
      values = days.map(() => 0);
      found[metric].set(label, values);
    }
    values[day - 1] = n;
  }
  return { ...found, before };
}

/** Distinct accounts that created a task through the application, by day. */
export async function readActiveUsers(db: Db, softId: number, days: readonly Day[]): Promise<number[]> {
  const begins = days.map(({ begin }) => new Date(begin * 1000));
  const rows = await db.sql<{ day: number; n: number }>(users, [softId, begins, end(days)]);
  const values = days.map(() => 0);
  for (const { day, n } of rows) values[day - 1] = n;
  return values;
}

function end(days: readonly Day[]): Date {
  return new Date((days[days.length - 1] as Day).end * 1000);
}
