import type { ProcessRole } from "@gatepost/db/roles/roles";
import { beforeEach, expect, test } from "vitest";
import { getBalance } from "../money/ledger.ts";
import { heartbeat, leaseTicks } from "../platform/heartbeat.ts";
import { claimFirst, hold } from "../platform/held-task-testing.ts";
import {
  advanceClock,
  codeComesLater,
  endLease,
  inProcess,
  lateCode,
  newCaller,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { cancelTasks } from "./cancel-task.ts";
import { type ClaimedTask, claimTasks } from "./claim-tasks.ts";
import { endTasks } from "./end-tasks.ts";
import { maxClaims } from "./finish-task.ts";
import { getTask } from "./get-task.ts";
import { getTaskResult } from "./get-task-result.ts";
import { expireQueuedTasks, recoverTasks } from "./keep-recovering.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const template = await newTemplate(system, caller);

beforeEach(() => system.sql`delete from task where state = 'queued'`);

const createWaiting = () => newTask(caller, template, { variables: codeComesLater });

const claimed = () => claimFirst(system);

const recovered = (process: ProcessRole = "worker") => recoverTasks({ ctx: inProcess(system, process) });

test("a lost worker's task goes back to the queue with the value that it had taken", async () => {
  const taskId = await createWaiting();
  const task = await claimed();
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  await task.take();
  await endLease(system, task.worker.actor.workerId);
  expect(await recovered("web")).toEqual({ returned: 1, failed: 0 });

  expect(await heartbeat({ ctx: task.worker, input: { seen: null, busy: 1 } })).toMatchObject({ assigned: null });
  expect(await task.begin(2, { maySubmit: true })).toBe(false);
  const next = await claimed();
  expect(await next.take()).toEqual({ status: "taken", value: "349001" });
  expect(await task.fail()).toEqual({ status: "gone" });
  await next.fail();
});

test("a task that is run again asks anew what to do with a step that fails", async () => {
  const taskId = await newTask(caller, template, { variables: codeComesLater, also: { onFailure: "ask" } });
  const task = await claimed();
  const pushHelp = (value: string) => pushVariable({ ctx: caller, input: { taskId, name: "_help", value } });
  await task.take({ name: "_help" });
  await pushHelp("skip");
  expect(await task.take({ name: "_help" })).toEqual({ status: "taken", value: "skip" });
  await endLease(system, task.worker.actor.workerId);
  expect(await recovered()).toEqual({ returned: 1, failed: 0 });

  const next = await claimed();
  expect(await next.take({ name: "_help" })).toMatchObject({ status: "waiting" });
  await expect(pushHelp("anything")).rejects.toMatchObject({ code: "ERROR_VARIABLE_REFUSED" });
  await pushHelp("retry");
  expect(await next.take({ name: "_help" })).toEqual({ status: "taken", value: "retry" });
  await next.fail();
  const { receipts } = await getTask({ ctx: caller, input: { taskId } });
  expect(receipts.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["_help", "taken"],
    ["_help", "taken"],
  ]);
});

test("a task that was lost five times is ended, and nothing was submitted", async () => {
  const taskId = await createWaiting();
  for (let claim = 1; claim <= maxClaims; claim++) {
    const task = await claimed();
    await task.begin(1);
    if (claim === maxClaims) expect(await task.giveBack({ lost: true }), "its browser was lost too").toBe(false);
    await endLease(system, task.worker.actor.workerId);
    expect(await recovered()).toEqual(claim === maxClaims ? { returned: 0, failed: 1 } : { returned: 1, failed: 0 });
  }
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).rejects.toMatchObject({
    code: "ERROR_WORKER_LOST",
    message: expect.stringMatching(/lost 5 times at this task.*Nothing was submitted/),
  });
});

test("R2: a stopping worker returns a task however often it was claimed, unless that may have submitted something", async () => {
  await createWaiting();
  for (let claim = 0; claim <= maxClaims; claim++) expect(await (await claimed()).giveBack({ lost: false })).toBe(true);
  const { begin, giveBack, fail } = await claimed();
  await begin(1, { maySubmit: true });
  expect(await giveBack({ lost: false })).toBe(false);
  await fail();
});

test("a task that waited for a worker for over an hour is ended, and its price released", async () => {
  const before = await getBalance({ ctx: caller });
  const taskId = await createWaiting();
  await advanceClock(system, 3_600);
  expect(await expireQueuedTasks({ ctx: inProcess(system, "web") })).toBe(0);
  await advanceClock(system, 1);
  expect(await expireQueuedTasks({ ctx: inProcess(system, "web") })).toBe(1);
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).rejects.toMatchObject({
    code: "ERROR_NO_SLOT_AVAILABLE",
  });
  expect(await getBalance({ ctx: caller })).toBe(before);
  await Promise.all(Array.from({ length: 510 }, createWaiting));
  await advanceClock(system, 3_601);
  expect(await expireQueuedTasks({ ctx: inProcess(system, "web") }), "of many none is left").toBe(510);
});

test.each([
  [undefined, 900],
  [100, 100],
])(
  "the time limit of a template that says %s runs from the first claim, and a second one does not move it",
  async (timeout, limit) => {
    await newTask(caller, await newTemplate(system, caller, lateCode(), { timeout }));
    await advanceClock(system, 50);
    const claim = async () => {
      const worker = await newWorker(system);
      const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
      return { deadlineTick: task.deadlineTick, ...hold(worker, task) };
    };
    const first = await claim();
    const [clock] = await system.sql`select tick from service_clock`;
    expect(first.deadlineTick - clock?.tick, "a tick that has begun does not count").toBe(limit + 1);
    await first.giveBack({ lost: false });
    await advanceClock(system, 40);
    const second = await claim();
    expect(second.deadlineTick).toBe(first.deadlineTick);
    await second.fail();
  },
);

test("a worker is lost when its lease expires, which is counted in ticks, and not before", async () => {
  const taskId = await createWaiting();
  const task = await claimed();
  await advanceClock(system, leaseTicks - 1);
  expect(await recovered()).toEqual({ returned: 0, failed: 0 });
  expect(await heartbeat({ ctx: task.worker, input: { seen: null, busy: 1 } })).toMatchObject({
    assigned: [{ taskId, accountId: caller.actor.accountId, fence: task.held.fence, maySubmit: false }],
  });
  await advanceClock(system, leaseTicks - 1);
  expect(await recovered(), "the heartbeat renewed it").toEqual({ returned: 0, failed: 0 });
  await advanceClock(system, 1);
  expect(await recovered()).toEqual({ returned: 1, failed: 0 });
});

test("a worker whose lease has expired claims nothing, and each of its tasks is taken over once, by several processes at once", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, createWaiting));
  const worker = await newWorker(system);
  const claim = () => claimTasks({ ctx: worker, input: { limit: 10 } });
  expect(await claim()).toHaveLength(10);
  await createWaiting();
  await endLease(system, worker.actor.workerId);
  expect(await claim()).toEqual([]);
  const all = await Promise.all([recovered(), recovered("web"), recovered()]);
  expect(all.reduce((sum, { returned }) => sum + returned, 0)).toBe(ids.length);
});

test("a task whose variables cannot be decrypted ends, and the others of its claim are run", async () => {
  const [damaged, sound] = [await createWaiting(), await createWaiting()];
  await system.sql`update task set given = 'no sealed text' where id = ${damaged}`;
  const worker = await newWorker(system);
  const ids = (await claimTasks({ ctx: worker, input: { limit: 100 } })).map(({ taskId }) => taskId);
  expect(ids).toContain(sound);
  expect(ids).not.toContain(damaged);
  await expect(getTaskResult({ ctx: caller, input: { taskId: damaged } })).rejects.toMatchObject({
    code: "ERROR_INTERNAL",
  });
});

test("asking again after an answer that got lost finds the wait open, and counts one attempt", async () => {
  const taskId = await createWaiting();
  const { take, askAgain } = await claimed();
  const answer = async (value: string) => {
    await pushVariable({ ctx: caller, input: { taskId, name: "code", value } });
    await take();
  };
  await answer("349001");
  const open = { status: "open", attempt: 2 };
  expect([await askAgain(2), await askAgain(2)]).toEqual([open, open]);
  await answer("349002");
  expect(await askAgain(2)).toEqual({ status: "exhausted" });
});

test("many tasks are cancelled at once, each once, and none if one of them is another account's; one that had ended is left as it is", async () => {
  const own = await newCaller(system);
  const template = await newTemplate(system, own);
  const ended = await newTask(own, template);
  await (await claimed()).ready();
  const open = [await newTask(own, template), await newTask(own, template)];
  const cancel = (taskIds: number[]) => cancelTasks({ ctx: own, input: { taskIds } });
  const states = () =>
    Promise.all([...open, ended].map(async (taskId) => (await getTask({ ctx: own, input: { taskId } })).state));
  const foreign = await createWaiting();
  for (const other of [foreign, foreign + 1_000_000])
    await expect(cancel([...open, other])).rejects.toMatchObject({ code: "ERROR_NO_SUCH_CAPCHA_ID" });
  expect(await states()).toEqual(["queued", "queued", "ready"]);
  expect(await cancel([...open, ended, ...open])).toEqual({ cancelled: 2, ended: 1 });
  expect(await states()).toEqual(["failed", "failed", "ready"]);
  const { available, held } = await system.db.prisma.account.findUniqueOrThrow({ where: { id: own.actor.accountId } });
  expect([available, held], "the price of the one that became ready").toEqual([10_000_000n - 2_000n, 0n]);
});

test("S16: the end of one task does not wait for all that another account cancels at the same moment", async () => {
  // Tasks that are not there, which the statement answers too.
  const end = (accountId: number, taskId: number) =>
    caller.batch(endTasks, {
      taskId,
      accountId,
      fence: 0,
      workerId: null,
      solution: null,
      error: { code: "ERROR_TASK_CANCELED", description: "" },
    });
  let ended = 0;
  const all = Array.from({ length: 150 }, async (_, n) => {
    await end(1, n);
    ended += 1;
  });
  await end(2, 1);
  expect(ended).toBeLessThan(150);
  await Promise.all(all);
});
