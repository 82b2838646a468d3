import { modes } from "@gatepost/contract/modes";
import { authenticate } from "@gatepost/domain/accounts/authenticate";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { Context } from "@gatepost/domain/platform/context";
import { timeBound } from "@gatepost/domain/platform/test-size";
import { openTestContext } from "@gatepost/domain/platform/testing";
import { getAppStats } from "@gatepost/domain/statistics/get-app-stats";
import { expect, test } from "vitest";
import { seedDemo } from "./seed.ts";

const secret = "a secret of tests, long enough for all";
const origin = "http://127.0.0.1:3000";

const ctx = await openTestContext();
const from = performance.now();
const seeded = await seedDemo({ ctx, secret, origin });
const seconds = (performance.now() - from) / 1_000;

async function owner(): Promise<Context> {
  const { actor } = await authenticate({ app: ctx, clientKey: seeded.clientKey, address: "127.0.0.1" });
  return { ...ctx, actor };
}

async function rows<Row>(text: string): Promise<Row[]> {
  return (await ctx.db.pool.query(text)).rows as Row[];
}

test("a first start is not kept waiting; the key is the demo account's, and balances, ledger, counts and tasks agree", async () => {
  expect(seconds).toBeLessThan(timeBound(5));

  expect((await owner()).actor).toMatchObject({ accountId: seeded.accountId, readOnly: false });

  expect(await reconcile({ ctx })).toEqual([]);

  const [sums] = await rows<{ balance: number; earned: number; counted: number; entries: number }>(`
    select (select available from account where id = ${seeded.accountId}) as balance,
           (select sum(available) from ledger_entry where kind = 'commission')::bigint as earned,
           (select sum(n) from count where metric = 'money')::bigint as counted,
           (select count(*) from ledger_entry where kind = 'commission') as entries`);
  expect(sums?.earned).toBeGreaterThan(1_000_000);
  expect(sums?.counted).toBe(sums?.earned);
  expect(sums?.balance).toBe(25_000_000 + (sums?.earned ?? 0));

  const strangers = await rows(`
    select * from active_user u where not exists (
      select 1 from ledger_entry l
       where l.account_id = u.account_id and l.kind = 'hold' and date_bin('15 minutes', l.at, 'epoch') = u.bucket)`);
  expect(strangers).toEqual([]);
});

test("the owner reads 29 days in every mode, and nothing of today", async () => {
  const caller = await owner();
  for (const mode of modes) {
    const { values } = await getAppStats({ ctx: caller, input: { softId: seeded.softId, mode } });
    expect(values).toHaveLength(30);
    expect(values.at(-1)).toBe(0);
    expect(
      values.slice(0, -1).every((value) => value > 0),
      mode,
    ).toBe(true);
  }
  const { errors } = await getAppStats({ ctx: caller, input: { softId: seeded.softId, mode: "errors" } });
  expect(errors.length).toBeGreaterThan(3);
});

test("a second start changes nothing and returns the same; on another port its links follow", async () => {
  const state = () =>
    rows(`select (select sum(hashtext(t::text)) from account t) as accounts, (select sum(hashtext(t::text)) from api_key t) as keys,
                 (select sum(hashtext(t::text)) from application t) as apps, (select sum(hashtext(t::text)) from ledger_entry t) as ledger,
                 (select sum(hashtext(t::text)) from count t) as counts, (select sum(hashtext(t::text)) from active_user t) as users`);
  const before = await state();
  await expect(seedDemo({ ctx, secret, origin })).resolves.toEqual({ ...seeded, created: false });
  expect(await state()).toEqual(before);

  await seedDemo({ ctx, secret, origin: "http://127.0.0.1:4000" });
  const [application] = await ctx.db.prisma.application.findMany();
  expect(application).toMatchObject({ homepage: "http://127.0.0.1:4000", demo: true });
  expect(await ctx.db.prisma.application.count()).toBe(1);
});
