import { beforeEach, expect, test } from "vitest";
import { archiveApplication } from "../applications/applications.ts";
import type { KeyContext } from "../platform/context.ts";
import { openAppContext } from "../platform/open-app-context.ts";
import { withinOneDay } from "../platform/test-day.ts";
import { newApplication, newCaller, newSession, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { countRefusal } from "./count-refusal.ts";
import { addDays } from "./days.ts";
import { getAppStats } from "./get-app-stats.ts";
import { getDayFigures, getFunnel } from "./get-overview.ts";

let owner: KeyContext;
let other: KeyContext;
let softId: number;

const system = await openTestContext();
beforeEach(async () => {
  owner = await newCaller(system);
  other = await newCaller(system);
  softId = await newApplication(system, owner);
});

async function add(metric: string, at: Date, n: number, label = "", shard = 0, of = softId): Promise<void> {
  await system.db.prisma.count.create({ data: { applicationId: of, metric, bucket: at, label, shard, n: BigInt(n) } });
}

test("the funnel sums a range in the requested zone; somebody of two days is one user", async () => {
  const inParis = new Date("2026-03-08T23:00:00Z");
  await add("view", inParis, 40);
  await add("view", inParis, 2, "", 3);
  await add("view", new Date("2026-03-08T22:45:00Z"), 100);
  await add("view_excluded", inParis, 9, "crawler");
  await add("download", inParis, 7);
  await add("ready", inParis, 5);
  await add("error", inParis, 2, "ERROR_STEP_FAILED");
  await add("error", inParis, 1, "ERROR_ZERO_BALANCE");
  await add("money", inParis, 185_001);
  await add("view", new Date("2026-03-10T23:00:00Z"), 100);
  for (const [bucket, { actor }] of [
    ["2026-03-09T10:00:00Z", owner],
    ["2026-03-10T10:00:00Z", owner],
    ["2026-03-10T10:15:00Z", other],
  ] as const)
    await system.db.prisma.activeUser.create({
      data: { applicationId: softId, bucket: new Date(bucket), accountId: actor.accountId },
    });
  const input = { softId, from: "2026-03-09", to: "2026-03-10", timezone: "Europe/Paris" };
  expect(await getFunnel({ ctx: owner, input })).toEqual({
    views: 42,
    downloads: 7,
    users: 2,
    ready: 5,
    failed: 3,
    earned: 185_001,
  });
  expect(await getFunnel({ ctx: owner, input: { ...input, timezone: "UTC" } })).toMatchObject({ views: 100, users: 2 });
});

test("nothing is shown before its time, whatever a clock that was ahead has counted", () =>
  withinOneDay(async () => {
    const account = await newCaller(system);
    const own = await newApplication(system, account);
    const { accountId } = account.actor;
    const [{ now }] = await system.sql`select bucket_of(now()) as now`;
    // Of the present quarter of an hour, one that is soon, and tomorrow's same.
    for (const ahead of [0, 1_800, 86_400]) {
      const bucket = new Date(now.getTime() + ahead * 1_000);
      await add("view", bucket, 1, "", 0, own);
      await system.db.prisma.activeUser.create({ data: { applicationId: own, bucket, accountId } });
    }
    const to = addDays(now.toISOString().slice(0, 10), 2);
    for (const mode of ["views", "users"] as const) {
      const { values } = await getAppStats({ ctx: account, input: { softId: own, mode, from: addDays(to, -3), to } });
      expect(values, mode).toEqual([0, 1, 0, 0]);
    }
    const [figures] = await getDayFigures({ ctx: newSession(account), input: { accountId, softIds: [own] } });
    expect(figures?.days.view.at(-1)).toBe(1);
  }));

test("the list's figures are the 14 days of UTC before today and today, of an account's own applications", () =>
  withinOneDay(async () => {
    const account = await newCaller(system);
    const accountId = account.actor.accountId;
    const [one, two, archived] = [
      await newApplication(system, account),
      await newApplication(system, account),
      await newApplication(system, account),
    ];
    const rows = await system.sql`select date_trunc('day', now(), 'UTC') as today`;
    const today: Date = rows[0].today;
    const ago = (days: number, quarters = 0) => new Date(today.getTime() - days * 86_400_000 + quarters * 900_000);
    await add("ready", ago(0), 3, "", 0, one);
    await add("ready", ago(0), 4, "", 1, one);
    await add("ready", ago(0, -1), 5, "", 0, one);
    await add("ready", ago(14), 6, "", 0, one);
    await add("ready", ago(14, -1), 1_000, "", 0, one);
    await add("error", ago(0), 2, "ERROR_STEP_FAILED", 0, one);
    await add("error", ago(0), 1, "ERROR_ZERO_BALANCE", 0, one);
    await add("view", ago(0), 8, "", 0, one);
    await add("view", ago(1), 80, "", 0, one);
    await add("view_excluded", ago(0), 9, "crawler", 0, one);
    await add("download", ago(0), 7, "", 0, two);
    await add("money", ago(0), 10, "", 0, two);
    await add("ready", ago(0), 99, "", 0, archived);
    await archiveApplication({ ctx: newSession(account), input: { softId: archived } });

    const softIds = [one, two, archived];
    const figures = await getDayFigures({ ctx: newSession(account), input: { accountId, softIds } });
    const of = (today: number, others: Record<number, number> = {}) =>
      Array.from({ length: 15 }, (_, day) => (day === 14 ? today : (others[14 - day] ?? 0)));
    expect(figures.sort((a, b) => a.softId - b.softId)).toEqual([
      {
        softId: one,
        days: { ready: of(7, { 1: 5, 14: 6 }), error: of(3), view: of(8, { 1: 80 }), download: of(0), money: of(0) },
      },
      { softId: two, days: { ready: of(0), error: of(0), view: of(0), download: of(7), money: of(10) } },
      { softId: archived, days: { ready: of(99), error: of(0), view: of(0), download: of(0), money: of(0) } },
    ]);
    expect(await getDayFigures({ ctx: newSession(account), input: { accountId, softIds: [two] } })).toHaveLength(1);
    const foreign = newSession(other);
    const input = { accountId: foreign.actor.accountId, softIds };
    expect(await getDayFigures({ ctx: foreign, input }), "another account's").toEqual([]);
  }));

const code = "ERROR_ZERO_BALANCE";
const refuse = (ctx: KeyContext, times = 1, of = softId) =>
  Promise.all(Array.from({ length: times }, () => countRefusal({ ctx, input: { softId: of, code } })));

async function accept(ctx: KeyContext): Promise<void> {
  const templateName = await newTemplate(system, ctx, [{ type: "PAUSE", seconds: 1 }]);
  await newTask(ctx, templateName, { softId });
}

async function counted(...softIds: number[]): Promise<number> {
  const { _sum } = await system.db.prisma.count.aggregate({
    where: { applicationId: { in: softIds.length > 0 ? softIds : [softId] }, metric: "error" },
    _sum: { n: true },
  });
  return Number(_sum.n ?? 0);
}

test("one of anybody else counts if a task of the account was accepted for the application in the last 30 days", async () => {
  await refuse(other);
  expect(await counted(), "never a task").toBe(0);
  await accept(other);
  await refuse(other);
  expect(await counted(), "a task").toBe(1);
  const { accountId } = other.actor;
  const earlier = (days: number) =>
    system.sql`
      update active_user set bucket = bucket_of(now() - ${days} * interval '1 day') where account_id = ${accountId}`;
  await earlier(30);
  await refuse(other);
  expect(await counted(), "a task 30 days ago").toBe(2);
  await earlier(31);
  await refuse(other);
  expect(await counted(), "a task 31 days ago").toBe(2);
});

test("a task of one application does not make refusals count for another application or account", async () => {
  await accept(other);
  const second = await newApplication(system, owner);
  await refuse(other, 1, second);
  await refuse(await newCaller(system));
  await refuse(owner, 1, 2 ** 31 + 1);
  expect(await counted(softId, second)).toBe(0);
});

test("at most 100 count per account and day, over all applications and processes", async () => {
  const second = await newApplication(system, owner);
  const { db, settings } = system;
  const process = { ...owner, ...openAppContext({ db, secret: "a secret that is only used by tests", settings }) };
  await refuse(owner, 60);
  expect(await counted(), "of the account itself").toBe(60);
  await Promise.all([refuse(owner, 70), refuse({ ...process, actor: owner.actor }, 70, second)]);
  await refuse(owner, 5);
  expect(await counted(softId, second)).toBe(100);
  await accept(other);
  await refuse(other, 2);
  expect(await counted(softId, second), "another account's refusals").toBe(102);
  await system.sql`update refusal_count set day = day - 1 where account_id = ${owner.actor.accountId}`;
  await refuse(owner);
  await refuse(owner, 150);
  expect(await counted(softId, second), "on the next day").toBe(202);
});
