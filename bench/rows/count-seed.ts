import { errorCodes } from "@gatepost/contract/errors";
import { newAccount, newApplication } from "../../tests/factories.ts";
import type { BenchInstallation } from "../lab.ts";

/**
 * Counts that many events of an owner's applications over the last 30 days: the rows of quarter hours that the system
 * would have written with two web processes, so two shards. Most events are of the first application, whose owner's key
 * and softId are returned. A report in mode errors has a series for each error code and one for what was accepted, each
 * half as frequent as the one before.
 */
export async function seedCounts(
  { operator, query }: BenchInstallation,
  events: number,
  { applications = 4, codes = 7 } = {},
): Promise<{ clientKey: string; softId: number }> {
  const owner = await newAccount(operator);
  const softIds: number[] = [];
  for (let count = 0; count < applications; count++) softIds.push(await newApplication(operator, owner));
  await query(
    `insert into count (application_id, metric, bucket, label, shard, n)
     select application_id, case label when '' then 'ready' else 'error' end, bucket, label, shard, count(*)
       from (select ($2::int[])[1 + least(cardinality($2::int[]) - 1, floor(-ln(1 - random())))::int] as application_id,
                    ($3::text[])[1 + least(cardinality($3::text[]) - 1, floor(-ln(1 - random()) / ln(2)))::int] as label,
                    date_bin('15 minutes', now() - random() * (now() - date_trunc('day', now(), 'UTC') + interval '29 days'), 'epoch') as bucket,
                    floor(random() * 2)::int as shard
               from generate_series(1, $1::int)) as event
      group by 1, 2, 3, 4, 5`,
    [events, softIds, ["", ...errorCodes.slice(0, codes)]],
  );
  await query("vacuum analyze count");
  return { clientKey: owner.clientKey, softId: softIds[0] as number };
}
