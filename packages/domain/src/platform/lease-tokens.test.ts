import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { runMaintenance } from "./maintenance.ts";
import { leaseTokens } from "./rates.ts";
import { openTestContext } from "./testing.ts";

const system = await openTestContext();

/** A bucket that does not fill noticeably while a test runs. */
const slow = { rate: 0.001, burst: 100 };

function lease(caller: string, wanted: number, settled = 0, rule = slow) {
  return system.batch(leaseTokens, { caller, wanted, settled, ...rule });
}

test("a bucket that nobody has seen is full, gives what it has, and then nothing", async () => {
  const caller = randomUUID();
  expect(await lease(caller, 30)).toEqual({ granted: 30, tokens: 70 });
  expect(await lease(caller, 90)).toMatchObject({ granted: 70 });
  const empty = await lease(caller, 1);
  expect(empty.granted).toBe(0);
  expect(empty.tokens).toBeLessThan(1);
});

test("returned tokens refill the bucket, and never beyond its burst", async () => {
  const caller = randomUUID();
  await lease(caller, 100);
  expect((await lease(caller, 0, 40)).tokens).toBeCloseTo(40, 1);
  expect((await lease(caller, 10, 1_000)).tokens).toBe(90);
});

test("calls that were made without a lease are charged, even below zero", async () => {
  const caller = randomUUID();
  expect(await lease(caller, 10, -5)).toEqual({ granted: 10, tokens: 85 });
  expect((await lease(caller, 10, -100)).tokens).toBeCloseTo(-15, 1);
  expect(await lease(caller, 10, 10)).toMatchObject({ granted: 0 });
});

test("a bucket fills by the second, also after the clock was set back", async () => {
  const caller = randomUUID();
  const quick = { rate: 1_000, burst: 100 };
  await lease(caller, 100, 0, quick);
  await system.sql`update rate_bucket set at = at + interval '1 day' where caller = ${caller}`;
  await expect.poll(async () => (await lease(caller, 0, 0, quick)).tokens, { timeout: 10_000 }).toBe(100);
});

test("processes that lease at once get no more tokens than the bucket has", async () => {
  const caller = randomUUID();
  const asked = () => leaseTokens.run(system, [{ caller, wanted: 30, settled: 0, ...slow }]);
  const leases = (await Promise.all(Array.from({ length: 8 }, asked))).flat() as { granted: number }[];
  expect(leases.reduce((all, { granted }) => all + granted, 0)).toBe(100);
});

test("of simultaneous requests for one caller, the first ones are granted", async () => {
  const caller = randomUUID();
  const leases = await Promise.all([60, 60, 60].map((wanted) => lease(caller, wanted)));
  expect(leases.map(({ granted }) => granted)).toEqual([60, 40, 0]);
});

test("one statement serves many callers, each by its own rule", async () => {
  const callers = Array.from({ length: 50 }, randomUUID);
  const leases = await Promise.all(callers.map((caller, n) => lease(caller, 5, 0, { rate: 1, burst: n + 1 })));
  expect(leases.map(({ granted }) => granted)).toEqual(callers.map((_, n) => Math.min(5, n + 1)));
});

test("maintenance deletes a bucket that is full again, and keeps one that is not", async () => {
  const [rested, busy] = [randomUUID(), randomUUID()];
  await lease(rested, 1, 0, { rate: 1_000_000, burst: 100 });
  await lease(busy, 1, 0, slow);
  const known = async () =>
    (await system.db.prisma.rateBucket.findMany({ where: { caller: { in: [rested, busy] } } })).map(
      ({ caller }) => caller,
    );
  await expect
    .poll(async () => (await runMaintenance({ ctx: system })) && known(), { timeout: 60_000 })
    .toEqual([busy]);
});
