import { createHash } from "node:crypto";
import { type CountedMetric, modeRecords, modes } from "@gatepost/contract/modes";
import type { Context } from "../platform/context.ts";

/** What is counted by itself, without a task or a label. */
type PlainMetric = Exclude<CountedMetric, "ready" | "error" | "users" | "money">;
export const plainMetrics = modes
  .map((mode) => modeRecords[mode].metrics[0])
  .filter((metric): metric is PlainMetric => !["ready", "error", "users", "money"].includes(metric));

export const excludedMetrics = modes.flatMap((mode) => modeRecords[mode].excluded ?? []);

/** Something that happened in the past, for tests of reports. */
export type Happening =
  | { kind: "ready"; at: Date; accountId: number; price: number }
  | { kind: "failed"; at: Date; accountId: number; price: number; code: string }
  | { kind: "refused"; at: Date; code: string }
  | { kind: PlainMetric; at: Date }
  | { kind: (typeof excludedMetrics)[number]; at: Date; reason: string };

interface Write {
  softId: number;
  /** Who earns the commission. */
  ownerId: number;
  happenings: readonly Happening[];
  /** The owner's part of a price, in millionths. */
  commission: number;
}

const quarterMs = 900_000;

/**
 * Writes a past into the tables row by row as insert-tasks, end-tasks and count-events would have written it then: these
 * stamp with the database's clock, which does not go back. Balances follow from the ledger.
 */
export async function writeHistory(system: Context, { softId, ownerId, happenings, commission }: Write): Promise<void> {
  const counts = new Map<string, { metric: string; label: string; bucket: string; shard: number; n: number }>();
  const active = new Map<string, { account_id: number; bucket: string }>();
  const ledger: object[] = [];

  const count = (metric: string, label: string, at: Date, n = 1) => {
    const bucket = bucketOf(at);
    // Some process or other: rows of several shards must add up.
    const shard = (createHash("sha1").update(at.toISOString()).digest()[0] ?? 0) % 16;
    const key = `${metric} ${label} ${bucket} ${shard}`;
    const row = counts.get(key) ?? { metric, label, bucket, shard, n: 0 };
    counts.set(key, { ...row, n: row.n + n });
  };
  let tasks = 0;
  for (const one of happenings) {
    if (one.kind !== "ready" && one.kind !== "failed") {
      if (one.kind === "refused") count("error", one.code, one.at);
      else count(one.kind, "reason" in one ? one.reason : "", one.at);
      continue;
    }
    const task = tasks++;
    const { at, accountId: account_id, price } = one;
    const bucket = bucketOf(at);
    active.set(`${account_id} ${bucket}`, { account_id, bucket });
    const entry = (kind: string, account: number, available: number, held: number) =>
      ledger.push({ task, at, kind, account_id: account, available, held, platform: -available - held });
    entry("hold", account_id, -price, price);
    if (one.kind === "failed") {
      entry("release", account_id, price, -price);
      count("error", one.code, at);
      continue;
    }
    entry("capture", account_id, 0, -price);
    count("ready", "", at);
    const earned = Math.floor((price * commission) / 1_000_000);
    if (earned > 0) {
      entry("commission", ownerId, earned, 0);
      count("money", "", at, earned);
    }
  }

  const { prisma } = system.db;
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`
      insert into count (application_id, metric, label, bucket, shard, n)
      select ${softId}::int, * from json_to_recordset(${JSON.stringify([...counts.values()])}::json)
        as c(metric text, label text, bucket timestamptz, shard smallint, n bigint)`;
    await tx.$executeRaw`
      insert into active_user (application_id, bucket, account_id)
      select ${softId}::int, * from json_to_recordset(${JSON.stringify([...active.values()])}::json)
        as u(bucket timestamptz, account_id int)`;
    const blocks = await tx.$queryRaw<{ first: bigint }[]>`
      select nextval('task_id_block') as first from generate_series(1, ${Math.ceil(tasks / 1_000)}::int)`;
    await tx.$executeRaw`
      insert into ledger_entry (account_id, kind, available, held, platform, task_id, application_id, at)
      select account_id, kind, available, held, platform,
             (${blocks.map(({ first }) => first)}::bigint[])[task / 1000 + 1] + task % 1000, ${softId}::int, at
        from json_to_recordset(${JSON.stringify(ledger)}::json)
          as e(task int, account_id int, kind ledger_kind, available bigint, held bigint, platform bigint, at timestamptz)`;
    await tx.$executeRaw`
      update account a set available = l.available, held = l.held
        from (select account_id, sum(available) as available, sum(held) as held from ledger_entry group by 1) l
       where a.id = l.account_id`;
  });
}

function bucketOf(at: Date): string {
  return new Date(Math.floor(at.getTime() / quarterMs) * quarterMs).toISOString();
}
