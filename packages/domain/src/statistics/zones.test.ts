import { expect, test } from "vitest";
import { isLong } from "../platform/test-size.ts";
import { newApplication, newCaller, openTestContext } from "../platform/testing.ts";
import { getAppStats } from "./get-app-stats.ts";
import { testZones } from "./test-zones.ts";

/** One view in each quarter of an hour: what a day counts is then its length. */
const system = await openTestContext();
const owner = await newCaller(system);
const softId = await newApplication(system, owner);
// Eleven zones and the leap year, and all zones and the next year too in the long form.
const years = [
  ["2024-01-01", "2024-12-31", 366],
  ...(isLong ? [["2025-01-01", "2025-12-31", 365] as const] : []),
] as const;
await system.sql`
  insert into count (application_id, metric, bucket, label, shard, n)
  select ${softId}, 'view', at, '', 0, 1
    from generate_series('2023-12-30T00:00Z'::timestamptz, ${years.at(-1)?.[1]}::timestamptz + interval '2 days', interval '15 minutes') as at`;

test.each(testZones.filter((_, n) => isLong || n % 3 < 2))(
  "R11: in %s each day of a year has what happened in it",
  async (timezone) => {
    for (const [from, to, count] of years) {
      const { days, values } = await getAppStats({ ctx: owner, input: { softId, mode: "views", from, to, timezone } });
      // Days as PostgreSQL names them, from a list of zones of its own.
      const rows = await system.sql`
      select extract(epoch from min(bucket))::bigint as begin, count(*) as n
         from count where application_id = ${softId} and (bucket at time zone ${timezone})::date between ${from} and ${to}
        group by (bucket at time zone ${timezone})::date order by 1`;
      expect(days.map(({ begin }, index) => ({ begin, n: values[index] }))).toEqual(rows);
      expect(days).toHaveLength(count);
      days.forEach(({ begin, end }, index) => {
        expect(values[index]).toBe((end - begin) / 900);
        if (index > 0) expect(begin).toBe(days[index - 1]?.end);
      });
      expect(days.filter(({ iso }) => iso.endsWith("-02-29"))).toHaveLength(count - 365);
    }
  },
);
