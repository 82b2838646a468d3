import { expect, test } from "vitest";
import { cancelTask } from "../tasks/cancel-task.ts";
import { recoverTasks } from "../tasks/keep-recovering.ts";
import { heartbeat } from "./heartbeat.ts";
import { claimFirst } from "./held-task-testing.ts";
import { endLease, inProcess, newCaller, newTask, newTemplate, newWorker, openTestProcesses } from "./testing.ts";

/** Processes on one database. */
const openProcess = await openTestProcesses();
const system = openProcess();

test("of all processes that have seen the current tick for a second, and of no others, one advances the clock", async () => {
  const processes = [system, ...Array.from({ length: 5 }, () => openProcess())];
  const { tick } = await heartbeat({ ctx: system, input: { seen: null } });
  for (let round = 0; round < 20; round++) {
    const beats = await Promise.all(processes.map((ctx) => heartbeat({ ctx, input: { seen: tick + round } })));
    expect(beats.filter(({ advanced }) => advanced)).toHaveLength(1);
    expect(await heartbeat({ ctx: system, input: { seen: null } })).toMatchObject({ tick: tick + round + 1 });
  }

  const last = tick + 20;
  for (const seen of [null, last - 1, last + 1])
    expect(await heartbeat({ ctx: system, input: { seen } })).toMatchObject({ tick: last, advanced: false });
});

test("on a server that takes no writes every heartbeat fails, also one that would advance nothing", async () => {
  const name = new URL(system.db.pool.options.connectionString as string).pathname.slice(1);
  await system.db.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const reader = openProcess();
  for (const seen of [null, 0])
    await expect(heartbeat({ ctx: reader, input: { seen } })).rejects.toMatchObject({ code: "25006" });
  await system.db.pool.query(`alter database ${name} reset default_transaction_read_only`);
});

test("a worker's heartbeat stores how busy it is, and returns what it holds, and whether there are workers, queued tasks and due callbacks", async () => {
  expect(await heartbeat({ ctx: system, input: { seen: null } })).toMatchObject({ workers: false });
  const worker = await newWorker(system);
  expect(await heartbeat({ ctx: worker, input: { seen: null, busy: 3 } })).toMatchObject({
    workers: true,
    assigned: [],
  });
  expect(await system.sql`select busy from worker where id = ${worker.actor.workerId}`).toEqual([{ busy: 3 }]);

  const beat = () => heartbeat({ ctx: worker, input: { seen: null } });
  const caller = await newCaller(system);
  const template = await newTemplate(system, caller);
  // What other tests left.
  await system.sql`delete from task where ended_at is null`;
  expect(await beat()).toMatchObject({ queued: false, callbacksDue: false });
  const taskId = await newTask(caller, template, { callbackUrl: "http://127.0.0.1/done" });
  expect(await beat()).toMatchObject({ queued: true, callbacksDue: false });
  await cancelTask({ ctx: caller, input: { taskId } });
  expect(await beat()).toMatchObject({ queued: false, callbacksDue: true });
  await system.sql`update delivery set next_at = now() + interval '1 hour'`;
  expect(await beat()).toMatchObject({ queued: false, callbacksDue: false });
});

test("the heartbeat that advances the clock says whether anything is to be recovered", async () => {
  const caller = await newCaller(system);
  await newTask(caller, await newTemplate(system, caller));
  const { worker } = await claimFirst(system);
  const beat = async () => {
    const { tick } = await heartbeat({ ctx: system, input: { seen: null } });
    const [process, other] = [inProcess(system, "web"), await newWorker(system)];
    const web = await heartbeat({ ctx: process, input: { seen: tick } });
    const late = await heartbeat({ ctx: process, input: { seen: tick } });
    const next = await heartbeat({ ctx: other, input: { seen: tick + 1 } });
    return [web.recoverable, late.recoverable, next.recoverable];
  };
  expect(await beat()).toEqual([false, false, false]);
  await endLease(system, worker.actor.workerId);
  expect(await beat(), "a lease that is over").toEqual([true, false, true]);
  await system.sql`update worker set ended_at = now() where id = ${worker.actor.workerId}`;
  expect(await beat(), "a task of a worker that has ended").toEqual([true, false, true]);
  expect(await recoverTasks({ ctx: system })).toMatchObject({ returned: 1 });
  expect(await beat()).toEqual([false, false, false]);
});
