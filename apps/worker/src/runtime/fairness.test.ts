import type { WrittenStep } from "@gatepost/contract/steps";
import { size } from "@gatepost/domain/platform/test-size";
import { afterEach, beforeEach, expect, test } from "vitest";
import { click, codeLater, fillFrom, openWorkerDemoSite, pause, readText, wait } from "../testing/test-pages.ts";

/** P14, S16: what one account has queued, waiting and running delays another account's task by one task at most. */
type Customer = Awaited<ReturnType<(typeof environment)["newCustomer"]>>;
let greedy: Customer;
let other: Customer;

const { site, environment } = await openWorkerDemoSite();

beforeEach(async () => {
  greedy = await environment.newCustomer();
  other = await environment.newCustomer();
});

afterEach(async () => {
  const { rows } = await environment.system.db.pool.query(
    "select id::int, account_id as account from task where ended_at is null",
  );
  for (const { id, account } of rows) await (account === other.ctx.actor.accountId ? other : greedy).cancel(id);
});

const brief = pause(0.5);
const page = () => `${site.url}/echo`;

/** Creates one task after the other, so that each is older than the next. */
async function create(count: number, customer: Customer, steps: WrittenStep[], more: { variables?: object } = {}) {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await customer.create(page(), steps, more as typeof codeLater));
  return ids;
}

async function numberOf(condition: string, values: unknown[] = []): Promise<number> {
  const { rows } = await environment.system.db.pool.query(
    `select count(*)::int as n from task where ${condition}`,
    values,
  );
  return rows[0].n;
}

const waitingOf = (customer: Customer) =>
  numberOf("state = 'waiting' and account_id = $1", [customer.ctx.actor.accountId]);

test("P14: an account's queue is not served before another account's first task", async () => {
  await create(12, greedy, [brief]);
  await using _ = environment.startWorker({ slots: 2 });
  await expect.poll(() => numberOf("state = 'running'")).toBe(2);
  const [taskId] = (await create(1, other, [brief])) as [number];
  await expect(other.end(taskId)).resolves.toMatchObject({ status: "ready" });
  const overtaking = await numberOf(
    `account_id = $1 and started_at > (select created_at from task where id = $2)
                     and started_at < (select started_at from task where id = $2)`,
    [greedy.ctx.actor.accountId, taskId],
  );
  // A claim may have been under way when it was created.
  expect(overtaking).toBeLessThanOrEqual(1);
  expect(await numberOf("state = 'queued' and account_id = $1", [greedy.ctx.actor.accountId])).toBeGreaterThan(0);
});

test("P14: waiting tasks keep no slot, and leave waiting places to other accounts", async () => {
  await using _ = environment.startWorker({ slots: 2, waitingMax: 8 });
  await create(6, greedy, [wait, fillFrom("#value")], codeLater);
  await expect.poll(() => waitingOf(greedy)).toBe(4);
  const [short, late] = [
    ...(await create(1, other, [brief])),
    ...(await create(1, other, [wait, fillFrom("#value")], codeLater)),
  ] as [number, number];
  await expect(other.end(short)).resolves.toMatchObject({ status: "ready" });
  await other.waits(late, "code");
  await other.push(late, "code", "1");
  await expect(other.end(late)).resolves.toMatchObject({ status: "ready" });
  expect(await waitingOf(greedy), "of eight places, the first account gets half").toBe(4);
});

const many = size(5, 50);

test(`R8: ${many} tasks wait at once on 4 slots, and each goes on with its own value, in any order`, {
  timeout: 60_000 + many * 5_000,
}, async () => {
  await using _ = environment.startWorker({ slots: 4, waitingMax: 2 * many });
  const steps: WrittenStep[] = [
    ...[fillFrom("#long", "who"), wait, fillFrom("#value"), click("form button")],
    ...[readText("#received-value", "code"), readText("#received-long", "who")],
  ];
  const tasks: { taskId: number; who: string; code: string }[] = [];
  for (let n = 0; n < many; n++) {
    const variables = { who: `person ${n}`, code: "_WAIT_FOR_IT_" };
    const taskId = await other.create(page(), steps, { variables });
    tasks.push({ taskId, who: variables.who, code: `code of ${n}` });
  }
  await expect.poll(() => waitingOf(other), { timeout: 60_000 + many * 4_000, interval: 200 }).toBe(many);
  const order = tasks.toSorted(() => Math.random() - 0.5);
  for (const { taskId, code } of order) await other.push(taskId, "code", code);
  for (const { taskId, code, who } of tasks) {
    const { texts } = await other.solution(taskId);
    expect(texts).toEqual({ code: JSON.stringify(code), who: JSON.stringify(who) });
  }
});
