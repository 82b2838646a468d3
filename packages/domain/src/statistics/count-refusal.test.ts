import { beforeEach, expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { openAppContext } from "../platform/open-app-context.ts";
import { newApplication, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { countRefusal } from "./count-refusal.ts";

let owner: KeyContext;
let user: KeyContext;
let softId: number;

const system = await openTestContext();
beforeEach(async () => {
  owner = await newCaller(system);
  user = await newCaller(system);
  softId = await newApplication(system, owner);
});

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

test("a refusal counts for an application of the account itself", async () => {
  await refuse(owner, 3);
  expect(await counted()).toBe(3);
});

test("one of anybody else counts if a task of the account was accepted for the application in the last 30 days", async () => {
  await refuse(user);
  expect(await counted(), "never a task").toBe(0);
  await accept(user);
  await refuse(user);
  expect(await counted(), "a task").toBe(1);
  const { accountId } = user.actor;
  const earlier = (days: number) =>
    system.sql`
      update active_user set bucket = bucket_of(now() - ${days} * interval '1 day') where account_id = ${accountId}`;
  await earlier(30);
  await refuse(user);
  expect(await counted(), "a task 30 days ago").toBe(2);
  await earlier(31);
  await refuse(user);
  expect(await counted(), "a task 31 days ago").toBe(2);
});

test("a task of one application does not make refusals count for another application or account", async () => {
  await accept(user);
  const other = await newApplication(system, owner);
  await refuse(user, 1, other);
  await refuse(await newCaller(system));
  await refuse(owner, 1, 2 ** 31 + 1);
  expect(await counted(softId, other)).toBe(0);
});

test("at most 100 count per account and day, over all applications and processes", async () => {
  const other = await newApplication(system, owner);
  const second = {
    ...owner,
    ...openAppContext({ db: system.db, secret: "a secret that is only used by tests", settings: system.settings }),
  };
  await refuse(owner, 60);
  await Promise.all([refuse(owner, 70), refuse({ ...second, actor: owner.actor }, 70, other)]);
  await refuse(owner, 5);
  expect(await counted(softId, other)).toBe(100);
  await accept(user);
  await refuse(user, 2);
  expect(await counted(softId, other), "another account's refusals").toBe(102);
});

test("they count again on the next day", async () => {
  await refuse(owner, 150);
  await system.sql`update refusal_count set day = day - 1 where account_id = ${owner.actor.accountId}`;
  await refuse(owner, 150);
  expect(await counted()).toBe(200);
});
