import { expect, test } from "vitest";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { claimFirst } from "../platform/held-task-testing.ts";
import { endLease, inProcess, newCaller, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { installBuiltInTemplates } from "../templates/built-in/install.ts";
import { signInAndWait, signInWith2fa } from "../templates/built-in/signing-in.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { noteStep } from "./begun-steps.ts";
import { createTask } from "./create-task.ts";
import { getQueue, queueCache } from "./queue.ts";

let worker: WorkerContext;

const system = await openTestContext();
await installBuiltInTemplates({ ctx: system });

/** As a process sees it that has just started. */
const queue = () => {
  const { db, ...web } = inProcess(system, "web");
  return getQueue({ ctx: { ...web, db, cache: ({ open }) => open(db), actor: { kind: "visitor" } } });
};

const variables = {
  login_input_css: "#a",
  login_input_value: "a",
  password_input_css: "#b",
  password_input_value: "b",
  "2fa_input_css": "#c",
  "2fa_input_value": "c",
  control_text: "d",
};

/**
 * A task that ended now, as long after its creation as is said, and of these seconds waited some for a value. `hasAsked`: they were
 * waited because its step had failed.
 */
async function endedTask(caller: KeyContext, templateName: string, seconds: number, waited = 0, hasAsked = false) {
  const given = templateName.startsWith("Template") ? { code: "1" } : variables;
  const task = { websiteURL: "http://127.0.0.1/", templateName, variables: given };
  const { taskId } = await createTask({ ctx: caller, input: { task } });
  const { begin, ready, held } = await claimFirst(system, worker);
  const type = hasAsked ? "CLICK" : "WAIT_FOR_VARIABLE_VALUE";
  await begin(templateName.startsWith("Template") ? 1 : 6, { type });
  if (hasAsked) await noteStep({ ctx: worker, input: { ...held, note: "There was no button.", hasFailed: true } });
  await ready();
  await system.sql`update task set created_at = ended_at - ${seconds} * interval '1 second' where id = ${taskId}`;
  await system.sql`
    update task_step
       set started_at = t.ended_at - (${waited} + case when task_step.ended_at is null then 0 else 1 end) * interval '1 second',
           ended_at = case when task_step.ended_at is not null then t.ended_at - ${waited} * interval '1 second' end
      from task t where t.id = ${taskId} and task_id = t.id and type = ${type}`;
}

test("slots are those of live workers, idle ones without the busy; without workers and tasks all is 0", async () => {
  expect(await queue()).toEqual({ slots: 0, idleSlots: 0, averagePrice: 0, averageSeconds: 0, builtIn: [] });

  worker = await newWorker(system, { slots: 4 });
  const gone = await newWorker(system, { slots: 8 });
  await endLease(system, gone.actor.workerId);
  await system.sql`update worker set busy = 3 where id = ${worker.actor.workerId}`;
  expect(await queue()).toMatchObject({ slots: 4, idleSlots: 1 });
});

test("price and time are averages of an hour's latest tasks, without waits for values; only built-in templates are named", async () => {
  const caller = await newCaller(system, { bid: 2_000n });
  const rich = await newCaller(system, { bid: 5_000n });
  const own = await newTemplate(system, rich);
  // An account's template that hides a built-in one is the account's.
  const { accountId } = rich.actor;
  await saveTemplate({ ctx: system, input: { accountId, document: { ...signInAndWait, description: "Ours." } } });
  await endedTask(caller, signInWith2fa.name, 20, 14);
  await endedTask(caller, signInWith2fa.name, 10, 2);
  await endedTask(rich, own, 16);
  await endedTask(rich, own, 20, 15, true);
  await endedTask(rich, signInAndWait.name, 30);
  const { averagePrice, averageSeconds, builtIn } = await queue();
  expect(averagePrice).toBe(3_800);
  expect(averageSeconds).toBeCloseTo((6 + 8 + 16 + 5 + 30) / 5, 3);
  expect(builtIn).toEqual([{ name: signInWith2fa.name, averageSeconds: expect.closeTo(7, 3) }]);

  await system.sql`update task set ended_at = ended_at - interval '61 minutes'`;
  expect(await queue()).toMatchObject({ averagePrice: 0, averageSeconds: 0, builtIn: [] });
});

test("a process reads it once a second, however many calls there are, and keeps no failure", async () => {
  const { db } = inProcess(system, "web");
  let [reads, unavailable] = [0, true];
  const run: typeof db.run = (statement, ...params) => {
    reads += 1;
    return unavailable ? Promise.reject(new Error("unavailable")) : db.run(statement, ...params);
  };
  const cache = queueCache.open({ ...db, run });
  await expect(cache.get()).rejects.toThrow("unavailable");
  unavailable = false;
  reads = 0;
  await Promise.all(Array.from({ length: 1_000 }, () => cache.get()));
  await cache.get();
  expect(reads).toBe(2);
});
