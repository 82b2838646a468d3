import { newAccount, newApplication } from "../../tests/factories.ts";
import type { BenchInstallation } from "../lab.ts";

/** The series of a report in mode errors: eight. */
const labels = [
  "",
  "ERROR_STEP_FAILED",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_ZERO_BALANCE",
  "ERROR_INCORRECT_SESSION_DATA",
  "ERROR_TASK_TIMEOUT",
  "ERROR_NO_SLOT_AVAILABLE",
  "ERROR_WORKER_LOST",
];

/**
 * Counts that many events of four applications over the last 30 days: the rows of quarter hours that the system would
 * have written with two web processes, so two shards. Most events are of the first application, whose owner's key and
 * softId are returned. Each label is half as frequent as the one before.
 */
export async function seedCounts(
  { operator, query }: BenchInstallation,
  events: number,
): Promise<{ clientKey: string; softId: number }> {
  const owner = await newAccount(operator);
  const softIds: number[] = [];
  for (let count = 0; count < 4; count++) softIds.push(await newApplication(operator, owner));
  await query(
    `insert into count (application_id, metric, bucket, label, shard, n)
     select application_id, case label when '' then 'ready' else 'error' end, bucket, label, shard, count(*)
       from (select ($2::int[])[1 + least(3, floor(-ln(1 - random())))::int] as application_id,
                    ($3::text[])[1 + least(7, floor(-ln(1 - random()) / ln(2)))::int] as label,
                    date_bin('15 minutes', now() - random() * (now() - date_trunc('day', now(), 'UTC') + interval '29 days'), 'epoch') as bucket,
                    floor(random() * 2)::int as shard
               from generate_series(1, $1::int)) as event
      group by 1, 2, 3, 4, 5`,
    [events, softIds, labels],
  );
  await query("vacuum analyze count");
  return { clientKey: owner.clientKey, softId: softIds[0] as number };
}
