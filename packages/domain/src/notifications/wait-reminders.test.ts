import { expect, test } from "vitest";
import { heartbeat } from "../platform/heartbeat.ts";
import { newSession } from "../platform/testing.ts";
import { readTaskResult } from "../tasks/get-task-result.ts";
import { extendWait, pushVariable } from "../waits/answer-wait.ts";
import { readEventContent } from "./claim-deliveries.ts";
import type { WaitEmail } from "./claim-emails.ts";
import { openWaitEmails } from "./wait-email-testing.ts";
import { createEndpoint } from "./webhooks.ts";

const { current, emailsDue, newAddress, newWait, pass, sent } = await openWaitEmails();

test("a wait is reminded of once before each deadline, by email and callback; an extension postpones it", async () => {
  const { email } = await newAddress({ everyWait: true });
  const callback = { callbackUrl: "http://127.0.0.1/hook", callbackOn: ["waiting"] as const };
  const wait = await newWait({ seconds: 1_000, ...callback });
  const events = async () =>
    (await current.system.db.prisma.delivery.findMany({ where: { taskId: wait.taskId, channel: "webhook" } })).map(
      ({ event }) => event,
    );
  for (const one of await emailsDue()) await sent(one);
  await pass(780);
  expect(await emailsDue(), "220 seconds are left").toEqual([]);
  await extendWait({ ctx: current.caller, input: { ...wait, seconds: 1_000 } });
  await pass(60);
  expect(await emailsDue(), "it was extended").toEqual([]);
  await pass(800);
  expect(await emailsDue()).toMatchObject([{ reminder: true, to: email }]);
  expect(await events()).toEqual(["waiting", "reminder"]);
  await pass(50);
  expect(await emailsDue(), "once").toEqual([]);
  await extendWait({ ctx: current.caller, input: { ...wait, seconds: 1_000 } });
  await pass(100);
  expect(await emailsDue()).toEqual([]);
  await pass(850);
  expect(await emailsDue(), "a new deadline").toMatchObject([{ reminder: true, to: email }]);
  expect(await events()).toEqual(["waiting", "reminder", "reminder"]);
});

test("a task whose own time ends before its wait's is reminded of before that, and emails say so", async () => {
  const { email } = await newAddress({ everyWait: true });
  const { taskId } = await newWait({ seconds: 3_600, limit: 600 });
  const [opened] = await emailsDue();
  expect(opened?.secondsLeft).toBeLessThanOrEqual(601);
  await sent(opened as WaitEmail);
  const result = await readTaskResult(current.system, { taskId, accountId: current.caller.actor.accountId });
  const [wait] = result.status === "processing" ? result.waiting : [];
  expect((wait?.expiresAt ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(602);
  await pass(400);
  expect(await emailsDue()).toEqual([]);
  await pass(100);
  expect(await emailsDue()).toMatchObject([{ reminder: true, to: email }]);
});

test("an endpoint that gets only events of waits is reminded of them too", async () => {
  const { accountId } = current.caller.actor;
  const endpoint = {
    accountId,
    url: "http://127.0.0.1/",
    format: "text",
    events: ["waiting"],
    linkOrigin: null,
  } as const;
  const { endpointId } = await createEndpoint({ ctx: newSession(current.caller), input: endpoint });
  const { taskId } = await newWait({ seconds: 1_000 });
  await emailsDue();
  await pass(850);
  await emailsDue();
  const deliveries = await current.system.db.prisma.delivery.findMany({
    where: { endpointId },
    orderBy: { id: "asc" },
  });
  expect(deliveries.map(({ event }) => event)).toEqual(["waiting", "reminder"]);
  const [reminder] = deliveries.slice(1);
  const row = {
    accountId,
    endpointId,
    taskId,
    event: "reminder",
    wait: reminder?.wait ?? null,
    linkOrigin: null,
  } as const;
  expect(await readEventContent(current.worker, row)).toMatchObject({ type: "task.waiting", taskId, reminder: true });
});

test("a wait of less than a minute has a reminder only once it was extended, and one that was answered has none", async () => {
  const { email } = await newAddress({ everyWait: true });
  const [short, long] = [await newWait({ seconds: 50 }), await newWait({ seconds: 4_200 })];
  const waits = [short, long];
  for (const one of await emailsDue()) await sent(one);
  await pass(45);
  expect(await emailsDue()).toEqual([]);
  await extendWait({ ctx: current.caller, input: { ...short, seconds: 3_600 } });
  await pass(3_400);
  const [reminder, ...others] = await emailsDue();
  expect([reminder, others]).toMatchObject([{ reminder: true, to: email, taskId: short.taskId }, []]);
  await sent(reminder as WaitEmail);
  for (const { taskId } of waits)
    await pushVariable({ ctx: current.caller, input: { taskId, name: "code", value: "349001" } });
  await pass(900);
  expect(await emailsDue()).toEqual([]);
  expect(await heartbeat({ ctx: current.web, input: { seen: null } })).toMatchObject({ emailsDue: false });
});
