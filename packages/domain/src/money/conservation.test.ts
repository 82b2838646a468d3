import { connect } from "@gatepost/db/connect";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openAppContext } from "../platform/open-app-context.ts";
import { size } from "../platform/test-size.ts";
import { openTestContext } from "../platform/testing.ts";
import { ledgerKinds } from "./ledger.ts";
import { Market } from "./market-testing.ts";
import { operation } from "./operation-testing.ts";
import { reconcile } from "./reconcile.ts";

/** Operations of one run, and runs: 750 operations, and in the long form a hundred thousand. */
const length = 250;

const runs = size(3, 400);

/** Operations that are under way at once. */
const concurrent = 20;

const system = await openTestContext();
const url = system.db.pool.options.connectionString as string;
/** Two processes with connections of their own, which are cut while they work. */
const processes = ["one", "two"].map((name) => {
  const applicationName = `gatepost ${name}`;
  const db = connect(url, { max: 4, applicationName });
  const app = openAppContext({ db, secret: "a secret that is only used by tests", settings: system.settings });
  return { name: applicationName, app: { ...app, actor: { kind: "system" as const } }, close: db.close };
});

afterAll(async () => {
  for (const { close } of processes) await close();
});

async function one<Row>(text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await system.db.pool.query(text, values);
  return rows[0] as Row;
}

/** What holds at any moment, whatever is under way. */
async function expectSound(): Promise<void> {
  expect(await reconcile({ ctx: system })).toEqual([]);
  const { sum, lowest } = await one<{ sum: string; lowest: string }>(`
    select (select sum(available + held) from account) + (select sum(platform) from ledger_entry) as sum,
           (select min(least(available, held)) from account) as lowest`);
  expect([BigInt(sum), Number(lowest) >= 0]).toEqual([0n, true]);
}

/** What was rejected because its connection was cut. */
const cutOff: string[] = [];

test(`money is conserved over ${length * runs} generated operations with connections cut in between`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: length, maxLength: length }), async (operations) => {
      const before = await one<{ put: string }>(
        "select coalesce(sum(available), 0) as put from ledger_entry where kind in ('top_up', 'correction')",
      );
      const market = await Market.open(system, processes);
      for (let at = 0; at < operations.length; at += concurrent) {
        const settled = await Promise.allSettled(operations.slice(at, at + concurrent).map((one) => market.run(one)));
        for (const one of settled)
          if (one.status === "rejected" && one.reason.name !== "DomainError") cutOff.push(String(one.reason));
        if (at % (concurrent * 6) === 0) await expectSound();
      }
      await market.drain();
      await expectSound();

      // Nothing is held any more, each captured price has its commission, and refunds give back what was captured.
      expect(await one("select count(*)::int as n from task where ended_at is null")).toEqual({ n: 0 });
      expect(await one("select coalesce(sum(held), 0)::int as n from account")).toEqual({ n: 0 });
      expect(
        await one(`
          select count(*)::int as n
            from ledger_entry c
            left join application a on a.id = c.application_id
            left join (select task_id, count(*) as n, sum(available) as earned, min(account_id) as owner
                         from ledger_entry where kind = 'commission' group by task_id) m on m.task_id = c.task_id
           where c.kind = 'capture'
             and (coalesce(m.n, 0) <> case when c.platform * a.commission / 1000000 > 0 then 1 else 0 end
               or coalesce(m.earned, 0) <> coalesce(c.platform * a.commission / 1000000, 0)
               or m.owner <> a.account_id)`),
      ).toEqual({ n: 0 });

      // What was acknowledged stands in the ledger; of what was cut off, each entry does or does not, and no other.
      const after = await one<{ put: string }>(
        "select coalesce(sum(available), 0) as put from ledger_entry where kind in ('top_up', 'correction')",
      );
      const opened = 30_900_000n;
      expect(sumsOf(market.unsure)).toContain(BigInt(after.put) - BigInt(before.put) - opened - market.put);
    }),
    { numRuns: runs, endOnFailure: true },
  );

  // That it was a test at all: every kind of entry was made, and work was cut off.
  const rows = await system.sql`select kind, count(*)::int as n from ledger_entry group by kind`;
  const entries = Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  for (const kind of ledgerKinds) expect(entries[kind], kind).toBeGreaterThan(runs);
  expect(cutOff.length).toBeGreaterThan(runs);
});

/** The sums of all subsets. A run has a few unsure moves of money at most. */
function sumsOf(amounts: readonly bigint[]): Set<bigint> {
  let sums = new Set([0n]);
  for (const amount of amounts) sums = new Set([...sums, ...[...sums].map((sum) => sum + amount)]);
  return sums;
}
