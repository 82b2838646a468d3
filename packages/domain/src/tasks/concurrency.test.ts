import { randomInt, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createKey, revokeKey } from "../accounts/keys.ts";
import { getBalance } from "../money/ledger.ts";
import { reconcile } from "../money/reconcile.ts";
import type { Context, KeyContext } from "../platform/context.ts";
import { claimFirst, hold } from "../platform/held-task-testing.ts";
import { size } from "../platform/test-size.ts";
import {
  advanceClock,
  behind,
  codeComesLater,
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  openTestProcesses,
  type TestContext,
} from "../platform/testing.ts";
import { recordVisit } from "../statistics/record-visit.ts";
import { declineVariable, extendWait, pushVariable } from "../waits/answer-wait.ts";
import { type ClaimedTask, claimTasks } from "./claim-tasks.ts";
import { createTask } from "./create-task.ts";
import { getTaskResult } from "./get-task-result.ts";

/** Several processes on one database: each has its own pool, batches, ids and shard of nothing shared but PostgreSQL. */
const openProcess = await openTestProcesses();
const openElsewhere = await openTestProcesses();
const operator = openProcess();
beforeEach(async () => {
  await operator.sql`delete from task where state = 'queued'; update worker set ended_at = now() where ended_at is null`;
});

interface Call {
  softId?: number;
  key?: string;
  body?: string;
}

function create(ctx: Context, templateName: string, { softId, key, body = "body" }: Call = {}) {
  const task = { websiteURL: "http://127.0.0.1/", templateName, variables: codeComesLater };
  const idempotency = key ? { idempotency: { key, fingerprint: Buffer.from(body) } } : {};
  return createTask({ ctx, input: { task, softId: softId ?? null, ...idempotency } });
}

/** An account, and its calls of the processes in turn. */
async function newAccount(processes: TestContext[], money: { balance?: bigint; bid?: bigint } = {}) {
  const [system] = processes as [TestContext];
  const caller = await newCaller(system, money);
  const template = await newTemplate(system, caller);
  const { actor } = caller;
  const ctxOf = (n: number): KeyContext => ({ ...(processes[n % processes.length] as Context), actor });
  const createOf = (n: number, call?: Call) => create(ctxOf(n), template, call);
  return {
    system,
    caller,
    template,
    ctxOf,
    create: (call?: Call) => createOf(0, call),
    /** What becomes of so many calls at once. */
    createAll: async (calls: number, callOf: (n: number) => Call = () => ({})) =>
      (await Promise.allSettled(Array.from({ length: calls }, (_, n) => createOf(n, callOf(n))))).map(codeOf),
    createOf,
    tasks: () => system.db.prisma.task.count({ where: { accountId: actor.accountId } }),
  };
}

function codeOf(settled: PromiseSettledResult<unknown>): string {
  return settled.status === "fulfilled" ? "done" : (settled.reason as { code: string }).code;
}

const times = (n: number, code: string) => Array(n).fill(code);

test("R9: one Idempotency-Key, 50 calls at once over three processes: one task, one answer", async () => {
  const { createOf, tasks } = await newAccount([openProcess(), openProcess(), openProcess()]);
  for (let round = 0; round < 3; round++) {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => createOf(n, { key })));
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1);
  }
  expect(await tasks()).toBe(3);
});

test("the same key with another body is refused, whichever comes first", async () => {
  const { createAll, tasks } = await newAccount([openProcess()]);
  const codes = await createAll(20, (n) => ({ key: "k", body: n % 2 ? "one" : "two" }));
  expect(codes.sort()).toEqual([...times(10, "ERROR_BAD_REQUEST"), ...times(10, "done")]);
  expect(await tasks()).toBe(1);
});

test("a failure is not stored: after a top-up the same key goes through, and is then answered although nothing is left", async () => {
  const { system, caller, create } = await newAccount([openProcess()], { balance: 0n });
  const zero = { code: "ERROR_ZERO_BALANCE" };
  await expect(create({ key: "k" })).rejects.toMatchObject(zero);
  await system.db.prisma.account.update({ where: { id: caller.actor.accountId }, data: { available: 2_000n } });
  const { taskId } = await create({ key: "k" });
  expect(await create({ key: "k" })).toMatchObject({ taskId });
  await expect(create()).rejects.toMatchObject(zero);
});

test("after 24 hours a key is free again", async () => {
  const { system, create } = await newAccount([openProcess()]);
  const first = await create({ key: "a day" });
  await system.sql`update idempotency set created_at = now() - interval '24 hours 1 second' where key = 'a day'`;
  const second = await create({ key: "a day" });
  expect(second).not.toEqual(first);
  expect(await create({ key: "a day" })).toEqual(second);
});

test("a balance pays for as many tasks as it covers, however many ask at once", async () => {
  const { caller, createAll } = await newAccount([openProcess(), openProcess()], { balance: 10_000n, bid: 2_000n });
  expect((await createAll(40)).sort()).toEqual([...times(35, "ERROR_ZERO_BALANCE"), ...times(5, "done")]);
  expect(await getBalance({ ctx: caller })).toBe(0);
});

test.each([
  ["money", 6_000n, {}, "ERROR_ZERO_BALANCE"],
  ["place in the queue", 20_000n, { maxBacklog: 3 }, "ERROR_NO_SLOT_AVAILABLE"],
  ["place of the account", 20_000n, { maxBacklogPerAccount: 3 }, "ERROR_NO_SLOT_AVAILABLE"],
])("the %s that earlier calls of a batch do not take is there for the later ones", async (_, balance, limits, code) => {
  const { system, caller, template } = await newAccount([openProcess(limits)], { balance, bid: 2_000n });
  const { accountId } = caller.actor;
  const { keyId } = await createKey({ ctx: system, input: { accountId, name: "gone" } });
  await revokeKey({ ctx: system, input: { accountId, keyId } });
  const gone = { ...caller, actor: { ...caller.actor, keyId } };
  const settled = await Promise.allSettled(
    [gone, caller, gone, caller, caller, caller].map((who) => create(who, template)),
  );
  const revoked = "ERROR_KEY_DOES_NOT_EXIST";
  expect(settled.map(codeOf)).toEqual([revoked, "done", revoked, "done", "done", code]);
});

test("a full backlog refuses bids that are not above it, and accepts a higher one", async () => {
  const system = openProcess({ maxBacklog: 3 });
  const low = await newAccount([system], { bid: 2_000n });
  expect((await low.createAll(5)).sort()).toEqual([...times(2, "ERROR_NO_SLOT_AVAILABLE"), ...times(3, "done")]);
  const high = await newAccount([system], { bid: 3_000n });
  await expect(high.create()).resolves.toHaveProperty("taskId");
  await newWorker(system);
  await expect(low.create(), "an idle worker takes anything").resolves.toHaveProperty("taskId");
});

test("one account's queued tasks block its own new ones, with the reason, and nobody else's", async () => {
  const system = openProcess({ maxBacklog: 5, maxBacklogPerAccount: 3 });
  const [greedy, other] = [await newAccount([system]), await newAccount([system])];
  expect((await greedy.createAll(5)).sort()).toEqual([...times(2, "ERROR_NO_SLOT_AVAILABLE"), ...times(3, "done")]);
  await expect(greedy.create()).rejects.toThrow(
    "This account has 3 tasks in the queue, which is the limit. Create more when some of them have begun, or cancel some.",
  );
  const worker = await newWorker(system);
  await expect(greedy.create(), "an idle worker changes nothing about it").rejects.toThrow("This account");
  await system.db.prisma.worker.update({ where: { id: worker.actor.workerId }, data: { endedAt: new Date() } });
  expect(await other.createAll(2)).toEqual(times(2, "done"));
  await expect(other.create()).rejects.toThrow(
    "No worker is idle, and 5 tasks at or above your bid are in the queue, which is the limit. Try again later or raise the bid.",
  );
});

test("an account has no more in the queue than it may, also if two processes create tasks at the same moment", async () => {
  const limits = { maxBacklogPerAccount: 3 };
  const { system, caller, createAll } = await newAccount([openProcess(limits), openProcess(limits)]);
  const lock = `select from account where id = ${caller.actor.accountId} for update`;
  const codes = await behind(system, lock, 2, () => createAll(6));
  expect(codes.sort()).toEqual([...times(3, "ERROR_NO_SLOT_AVAILABLE"), ...times(3, "done")]);
});

test("R8: sixteen pushes at once leave one value, and each learns the outcome of its own", async () => {
  const { system, create, ctxOf } = await newAccount([openProcess(), openProcess()]);
  const { taskId } = await create();
  const pushAll = () =>
    Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => pushVariable({ ctx: ctxOf(n), input: { taskId, name: "code", value: n } })),
    );
  expect((await pushAll()).map(codeOf)).toEqual(times(16, "done"));
  const taken = await (await claimFirst(system)).take();
  const late = await pushAll();
  expect(late.map((answer, n) => [n, codeOf(answer)])).toEqual(
    late.map((_, n) => [n, taken.status === "taken" && taken.value === n ? "done" : "ERROR_VARIABLE_ALREADY_SET"]),
  );
});

/** At least so many rounds of each race. */
const rounds = size(5, 30);

test("a decline and a push at once: exactly one wins, and the task's end agrees", async () => {
  const { system, create, ctxOf } = await newAccount([openProcess(), openProcess()]);
  const winners = new Set<string>();
  for (let round = 0; round < rounds || (winners.size < 2 && round < 200); round++) {
    const { taskId } = await create();
    const { take } = await claimFirst(system);
    await take();
    const wait = { taskId, name: "code" };
    const [pushed, declined] = await Promise.allSettled([
      pushVariable({ ctx: ctxOf(round), input: { ...wait, value: "349001" } }),
      declineVariable({ ctx: ctxOf(round + 1), input: { ...wait, reason: "I did not ask for it." } }),
    ]);
    if (codeOf(pushed) === "done") {
      expect(codeOf(declined)).toBe("ERROR_VARIABLE_ALREADY_SET");
      expect(await take()).toEqual({ status: "taken", value: "349001" });
      winners.add("push");
    } else {
      expect([codeOf(pushed), codeOf(declined)]).toEqual(["ERROR_TASK_FINISHED", "done"]);
      const result = getTaskResult({ ctx: ctxOf(0), input: { taskId } });
      await expect(result).rejects.toMatchObject({ code: "ERROR_TASK_CANCELED" });
      winners.add("decline");
    }
  }
  expect([...winners].sort(), "each of them has won").toEqual(["decline", "push"]);
});

test("an extension and a timeout cannot both win", async () => {
  const { system, create, ctxOf } = await newAccount([openProcess()]);
  const ends = new Set<string>();
  for (let round = 0; round < rounds || (ends.size < 2 && round < 200); round++) {
    const { taskId } = await create();
    const { take, fail } = await claimFirst(system);
    await take({ timeoutSeconds: 0 });
    await advanceClock(system, 2);
    const [{ status }, extended] = await Promise.all([
      fail({ code: "ERROR_VARIABLE_TIMEOUT" }, { unlessSupplied: "code" }),
      Promise.allSettled([extendWait({ ctx: ctxOf(0), input: { taskId, name: "code", seconds: 600 } })]),
    ]);
    ends.add(status);
    expect(extended.map(codeOf)).toEqual([status === "early" ? "done" : "ERROR_TASK_FINISHED"]);
  }
  expect(ends).toContain("ended");
});

test("a batch never mixes accounts: a stranger's push beside the owner's finds no task", async () => {
  const { system, caller, create } = await newAccount([openProcess()]);
  const { taskId } = await create();
  const stranger = await newCaller(system);
  const settled = await Promise.allSettled(
    [stranger, caller, stranger].map((ctx) => pushVariable({ ctx, input: { taskId, name: "code", value: "1" } })),
  );
  expect(settled.map(codeOf)).toEqual(["ERROR_NO_SUCH_CAPCHA_ID", "done", "ERROR_NO_SUCH_CAPCHA_ID"]);
});

/** A worker that runs what it claims: waits, takes, and ends each task one way or the other, until nothing more will come. */
async function work(system: Context, isLast: () => boolean): Promise<void> {
  const ctx = await newWorker(system);
  let heldTasks: ClaimedTask[] = [];
  for (;;) {
    const last = isLast();
    heldTasks.push(...(await claimTasks({ ctx, input: { limit: 8 } })));
    if (last && heldTasks.length === 0) return;
    const left = await Promise.all(
      heldTasks.map(async (task) => {
        const { take, fail, ready } = hold(ctx, task);
        if ((await take()).status !== "taken") return task;
        await (randomInt(4) === 0 ? fail() : ready());
        return undefined;
      }),
    );
    heldTasks = left.filter((task) => task !== undefined);
    await new Promise(setImmediate);
  }
}

test("many processes at once cause no deadlock and no error, and every number is correct", {
  timeout: 60_000,
}, async () => {
  const processes = Array.from({ length: 4 }, () => openElsewhere());
  const system = processes[0] as TestContext;
  const accounts = await Promise.all(
    Array.from({ length: 6 }, () => newAccount(processes.slice(0, 2), { balance: 2_000_000n })),
  );
  const softIds = await Promise.all(accounts.map(({ caller }) => newApplication(system, caller)));
  const userAgent = "Mozilla/5.0 (X11; Linux x64) Chrome/156.0 Safari/537.36";
  const calls = 300;
  let done = 0;

  const workers = [processes[2], processes[3]].map((app) => work(app as Context, () => done === calls));
  await Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const { ctxOf, createOf } = accounts[randomInt(accounts.length)] as (typeof accounts)[number];
      const ctx = ctxOf(n);
      const softId = softIds[randomInt(softIds.length)] as number;
      const key = randomInt(3) === 0 ? randomUUID() : undefined;
      const call = { softId, ...(key && { key }) };
      const { taskId } = await createOf(n, call);
      if (key) expect(await createOf(n, call)).toEqual({ taskId });
      await recordVisit({ ctx, input: { softId, metric: "view", kind: "document", userAgent } });
      const idempotency = key ? { idempotency: { key: `${key} push`, fingerprint: Buffer.from("x") } } : {};
      const push = { taskId, name: "code", value: n, ...idempotency };
      // Without a key, the second one may find that the task has ended.
      await Promise.all(Array.from({ length: key ? 2 : 1 }, () => pushVariable({ ctx, input: push })));
      done++;
    }),
  );
  await Promise.all(workers);

  expect(await reconcile({ ctx: system })).toEqual([]);
  const [row] = await system.sql`
    with mine as (select * from task where application_id = any(${softIds}))
    select (select count(*)::int from mine) as tasks,
           (select count(*)::int from mine where ended_at is null) as open,
           (select count(*)::int from mine where given is not null) as unwiped,
           (select coalesce(sum(n), 0)::int from count where metric = 'view' and application_id = any(${softIds})) as views,
           (select count(*) from mine where state = 'failed')
             = (select sum(n) from count where metric = 'error' and application_id = any(${softIds})) as failed`;
  expect(row).toEqual({ tasks: calls, open: 0, unwiped: 0, views: calls, failed: true });
});
