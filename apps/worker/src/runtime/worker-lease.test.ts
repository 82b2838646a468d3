import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { begun } from "@gatepost/domain/platform/held-task-testing";
import { codeComesLater, newCaller, newTask, newTemplate, openTestContext } from "@gatepost/domain/platform/testing";
import { beginStep } from "@gatepost/domain/tasks/begun-steps";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { getTaskResult } from "@gatepost/domain/tasks/get-task-result";
import { afterAll, expect, test } from "vitest";
import type { RunningBrowser } from "../browser/browser.ts";
import { BrowserPool } from "../browser/browser-pool.ts";
import type { BrowserSession } from "../browser/browser-session.ts";
import { Browsers } from "../browser/browsers.ts";
import { NotificationHub } from "./notification-hub.ts";
import type { RunningTask } from "./run-task.ts";
import { type Slot, Slots } from "./slots.ts";
import { WorkerLease } from "./worker-lease.ts";

let registered: WorkerLease | undefined;
const system = await openTestContext();
const outsider = (seen: number | null) => heartbeat({ ctx: system, input: { seen } });
const clock = new ServiceClock({ beat: (seen) => registered?.beat(seen) ?? outsider(seen), report: () => {} });
const lease = await WorkerLease.register(system, { slots: 4, busy: () => 0 }, clock);
registered = lease;

afterAll(async () => {
  await lease.retire();
  await clock.stop();
});

async function create() {
  const caller = await newCaller(system);
  const taskId = await newTask(caller, await newTemplate(system, caller), { variables: codeComesLater });
  return { taskId, result: () => getTaskResult({ ctx: caller, input: { taskId } }) };
}

/** A claim whose response is lost: its tasks are never run. */
async function claimForNobody(taskId: number): Promise<ClaimedTask> {
  const claimed = await claimTasks({ ctx: lease.ctx, input: { limit: 10 } });
  return claimed.find((task) => task.taskId === taskId) as ClaimedTask;
}

const taskRow = (id: number) => system.db.prisma.task.findUniqueOrThrow({ where: { id } });

test("R5: a task that was claimed in an answer that got lost goes back to the queue, while the lease is held", async () => {
  const { taskId } = await create();
  await claimForNobody(taskId);
  expect(await taskRow(taskId)).toMatchObject({ state: "running", workerId: lease.ctx.actor.workerId });
  await expect.poll(() => taskRow(taskId)).toMatchObject({ state: "queued", attempts: 1, workerId: null });
  expect(lease.lost.aborted).toBe(false);
});

test("R2: a task that may have submitted something and that no worker runs is ended", async () => {
  const { taskId, result } = await create();
  const { accountId, fence } = await claimForNobody(taskId);
  expect(
    await beginStep({ ctx: lease.ctx, input: { taskId, accountId, fence, begun: begun(2, { maySubmit: true }) } }),
  ).toBe(true);
  await expect.poll(() => result().catch(({ code }) => code)).toBe("ERROR_WORKER_LOST");
});

/** A pool whose browsers make their sessions, and die, when the test says so. */
function openSlowPool() {
  const asked: (PromiseWithResolvers<BrowserSession> & { gone: AbortController })[] = [];
  const pool = new BrowserPool(
    async () => {
      const gone = new AbortController();
      const openSession = () => {
        asked.push({ ...Promise.withResolvers<BrowserSession>(), gone });
        return (asked.at(-1) as (typeof asked)[number]).promise;
      };
      const kill = () => gone.abort();
      return { gone: gone.signal, openSession, kill, close: async () => kill() } as unknown as RunningBrowser;
    },
    { ownMax: 1 },
  );
  return { pool, asked };
}

test("a run that is slow to leave its lost browser takes nothing from the next run of its task", async () => {
  const { taskId } = await create();
  const { pool, asked } = openSlowPool();
  const run = async () => {
    const task = await claimForNobody(taskId);
    const slots = new Slots({ slots: 1, slotsPerAccount: 0, waitingMax: 1, waitingPerAccount: 0 });
    lease.run(task, {
      browsers: new Browsers({ shell: pool }),
      notifications: new NotificationHub(),
      slot: (slots.take() as Slot).assign(task),
    });
    return lease.tasks.get(taskId) as RunningTask;
  };
  void pool.warm().catch(() => {});
  await expect.poll(() => asked).toHaveLength(1);
  const first = await run();
  const left = Promise.withResolvers<void>();
  asked[0]?.gone.abort();
  asked[0]?.resolve({
    authenticate: async () => {},
    proxySession: {},
    close: () => left.promise,
  } as unknown as BrowserSession);
  await expect.poll(() => taskRow(taskId)).toMatchObject({ state: "queued" });

  const second = await run();
  expect(second).not.toBe(first);
  left.resolve();
  await first.done;
  expect(lease.tasks.get(taskId)).toBe(second);
  second.control.interrupt("abandoned");
  await second.done;
  expect(lease.tasks.has(taskId)).toBe(false);
});
