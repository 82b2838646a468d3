import { randomInt, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createKey, revokeKey } from "../accounts/keys.ts";
import { getBalance } from "../money/ledger.ts";
import { reconcile } from "../money/reconcile.ts";
import type { Context, KeyContext } from "../platform/context.ts";
import {
  behind,
  emptySolution,
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  openTestProcesses,
  type TestContext,
} from "../platform/testing.ts";
import { recordView } from "../statistics/record-visit.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { takeVariable } from "../waits/take-variable.ts";
import { type ClaimedTask, claimTasks } from "./claim-tasks.ts";
import { createTask } from "./create-task.ts";
import { finishTask } from "./finish-task.ts";

/** Several processes on one database: each has its own pool, batches, ids and shard of nothing shared but PostgreSQL. */
const openProcess = await openTestProcesses();
const openElsewhere = await openTestProcesses();
const operator = openProcess();
beforeEach(async () => {
  await operator.sql`delete from task where state = 'queued'; update worker set ended_at = now() where ended_at is null`;
});

function create(ctx: Context, templateName: string, more: { softId?: number; key?: string; body?: string } = {}) {
  return createTask({
    ctx,
    input: {
      task: { websiteURL: "http://127.0.0.1/", templateName, variables: { code: "_WAIT_FOR_IT_" } },
      softId: more.softId ?? null,
      ...(more.key && { idempotency: { key: more.key, fingerprint: Buffer.from(more.body ?? "body") } }),
    },
  });
}

function codeOf(settled: PromiseSettledResult<unknown>): string {
  return settled.status === "fulfilled" ? "done" : (settled.reason as { code: string }).code;
}

test("R9: one Idempotency-Key, 50 calls at once over three processes: one task, one answer", async () => {
  const processes = [openProcess(), openProcess(), openProcess()];
  const system = processes[0] as Context;
  const caller = await newCaller(system);
  const template = await newTemplate(system, caller);
  for (let round = 0; round < 5; round++) {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        create({ ...(processes[n % 3] as Context), actor: caller.actor }, template, { key }),
      ),
    );
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1);
  }
  expect(await system.db.prisma.task.count({ where: { accountId: caller.actor.accountId } })).toBe(5);
});

test("the same key with another body is refused, whichever comes first", async () => {
  const system = openProcess();
  const caller = await newCaller(system);
  const template = await newTemplate(system, caller);
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => create(caller, template, { key: "k", body: n % 2 ? "one" : "two" })),
  );
  expect(settled.map(codeOf).sort()).toEqual([...Array(10).fill("ERROR_BAD_REQUEST"), ...Array(10).fill("done")]);
  expect(await system.db.prisma.task.count({ where: { accountId: caller.actor.accountId } })).toBe(1);
});

test("a failure is not stored: after a top-up the same key goes through, and is then answered although nothing is left", async () => {
  const system = openProcess();
  const caller = await newCaller(system, { balance: 0n });
  const template = await newTemplate(system, caller);
  await expect(create(caller, template, { key: "k" })).rejects.toMatchObject({ code: "ERROR_ZERO_BALANCE" });
  await system.db.prisma.account.update({ where: { id: caller.actor.accountId }, data: { available: 2_000n } });
  const { taskId } = await create(caller, template, { key: "k" });
  expect(await create(caller, template, { key: "k" })).toMatchObject({ taskId });
  await expect(create(caller, template)).rejects.toMatchObject({ code: "ERROR_ZERO_BALANCE" });
});

test("a balance pays for as many tasks as it covers, however many ask at once", async () => {
  const processes = [openProcess(), openProcess()];
  const caller = await newCaller(processes[0] as Context, { balance: 10_000n, bid: 2_000n });
  const template = await newTemplate(processes[0] as Context, caller);
  const settled = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => create({ ...(processes[n % 2] as Context), actor: caller.actor }, template)),
  );
  const codes = settled.map(codeOf);
  expect(codes.filter((code) => code === "done")).toHaveLength(5);
  expect(codes.filter((code) => code === "ERROR_ZERO_BALANCE")).toHaveLength(35);
  expect(await getBalance({ ctx: caller })).toBe(0);
});

test.each([
  ["money", 6_000n, {}, "ERROR_ZERO_BALANCE"],
  ["place in the queue", 20_000n, { maxBacklog: 3 }, "ERROR_NO_SLOT_AVAILABLE"],
  ["place of the account", 20_000n, { maxBacklogPerAccount: 3 }, "ERROR_NO_SLOT_AVAILABLE"],
])("the %s that earlier calls of a batch do not take is there for the later ones", async (_, balance, limits, code) => {
  const system = openProcess(limits);
  const caller = await newCaller(system, { balance, bid: 2_000n });
  const template = await newTemplate(system, caller);
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
  const low = await newCaller(system, { bid: 2_000n });
  const template = await newTemplate(system, low);
  const settled = await Promise.allSettled(Array.from({ length: 5 }, () => create(low, template)));
  expect(settled.map(codeOf).filter((code) => code === "ERROR_NO_SLOT_AVAILABLE")).toHaveLength(2);
  const high = await newCaller(system, { bid: 3_000n });
  await expect(create(high, await newTemplate(system, high))).resolves.toHaveProperty("taskId");
  await newWorker(system);
  await expect(create(low, template), "an idle worker takes anything").resolves.toHaveProperty("taskId");
});

test("one account's queued tasks block its own new ones, with the reason, and nobody else's", async () => {
  const system = openProcess({ maxBacklog: 5, maxBacklogPerAccount: 3 });
  const [greedy, other] = [await newCaller(system), await newCaller(system)];
  const [ofGreedy, ofOther] = [await newTemplate(system, greedy), await newTemplate(system, other)];
  const settled = await Promise.allSettled(Array.from({ length: 5 }, () => create(greedy, ofGreedy)));
  expect(settled.map(codeOf).filter((code) => code === "ERROR_NO_SLOT_AVAILABLE")).toHaveLength(2);
  await expect(create(greedy, ofGreedy)).rejects.toThrow(
    "This account has 3 tasks in the queue, which is the limit. Create more when some of them have begun, or cancel some.",
  );
  const worker = await newWorker(system);
  await expect(create(greedy, ofGreedy), "an idle worker changes nothing about it").rejects.toThrow("This account");
  await system.db.prisma.worker.update({ where: { id: worker.actor.workerId }, data: { endedAt: new Date() } });
  await Promise.all([create(other, ofOther), create(other, ofOther)]);
  await expect(create(other, ofOther)).rejects.toThrow(
    "No worker is idle, and 5 tasks at or above your bid are in the queue, which is the limit. Try again later or raise the bid.",
  );
});

test("an account has no more in the queue than it may, also if two processes create tasks at the same moment", async () => {
  const processes = [openProcess({ maxBacklogPerAccount: 3 }), openProcess({ maxBacklogPerAccount: 3 })];
  const system = processes[0] as TestContext;
  const caller = await newCaller(system);
  const template = await newTemplate(system, caller);
  const { accountId } = caller.actor;
  const lock = `select from account where id = ${accountId} for update`;
  const settled = await behind(system, lock, 2, () =>
    Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => create({ ...(processes[n % 2] as Context), actor: caller.actor }, template)),
    ),
  );
  expect(settled.map(codeOf).sort()).toEqual([...Array(3).fill("ERROR_NO_SLOT_AVAILABLE"), ...Array(3).fill("done")]);
});

test("R8: sixteen pushes at once leave one value, and each learns the outcome of its own", async () => {
  const processes = [openProcess(), openProcess()];
  const system = processes[0] as Context;
  const caller = await newCaller(system);
  const template = await newTemplate(system, caller);
  const { taskId } = await create(caller, template);
  const push = (value: unknown, n = 0) =>
    pushVariable({
      ctx: { ...(processes[n % 2] as Context), actor: caller.actor },
      input: { taskId, name: "code", value },
    });
  await Promise.all(Array.from({ length: 16 }, (_, n) => push(n, n)));

  const worker = await newWorker(system);
  const [claimed] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
  const held = { taskId, accountId: claimed.accountId, fence: claimed.fence };
  const taken = await takeVariable({ ctx: worker, input: { ...held, name: "code", timeoutSeconds: 60 } });
  const late = await Promise.allSettled(Array.from({ length: 16 }, (_, n) => push(n, n)));
  expect(late.map((answer, n) => [n, codeOf(answer)])).toEqual(
    late.map((_, n) => [n, taken.status === "taken" && taken.value === n ? "done" : "ERROR_VARIABLE_ALREADY_SET"]),
  );
});

test("a batch never mixes accounts: a stranger's push beside the owner's finds no task", async () => {
  const system = openProcess();
  const caller = await newCaller(system);
  const { taskId } = await create(caller, await newTemplate(system, caller));
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
        const held = { taskId: task.taskId, accountId: task.accountId, fence: task.fence };
        const taken = await takeVariable({ ctx, input: { ...held, name: "code", timeoutSeconds: 60 } });
        if (taken.status !== "taken") return task;
        const failed = { code: "ERROR_STEP_FAILED", description: "generated" } as const;
        await finishTask({
          ctx,
          input: { ...held, outcome: randomInt(4) === 0 ? { failed } : { ready: emptySolution } },
        });
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
  const callers = await Promise.all(Array.from({ length: 6 }, () => newCaller(system, { balance: 2_000_000n })));
  const templates = await Promise.all(callers.map((caller) => newTemplate(system, caller)));
  const softIds = await Promise.all(callers.map((caller) => newApplication(system, caller)));
  const calls = 300;
  let done = 0;

  const workers = [processes[2], processes[3]].map((app) => work(app as Context, () => done === calls));
  await Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const who = randomInt(callers.length);
      const { actor } = callers[who] as KeyContext;
      const ctx = { ...(processes[n % 2] as Context), actor };
      const softId = softIds[randomInt(softIds.length)] as number;
      const key = randomInt(3) === 0 ? randomUUID() : undefined;
      const call = { softId, ...(key && { key }) };
      const { taskId } = await create(ctx, templates[who] as string, call);
      if (key) expect(await create(ctx, templates[who] as string, call)).toEqual({ taskId });
      await recordView({
        ctx,
        input: { softId, kind: "document", userAgent: "Mozilla/5.0 (X11; Linux x64) Chrome/156.0 Safari/537.36" },
      });
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
