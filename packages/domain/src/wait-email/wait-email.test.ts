import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAnswerLink } from "../answer/open-answer-link.ts";
import { type AssignedTaskOptions, newAssignedTask } from "../assigned-task-testing.ts";
import { heartbeat } from "../clock/heartbeat.ts";
import { findSubscription, unsubscribe, unsubscribeToken } from "../email-address/unsubscribe.ts";
import { createEndpoint } from "../event/create-endpoint.ts";
import { readEventContent } from "../event/event-content.ts";
import type { KeyContext, WorkerContext } from "../permission.ts";
import { extendWait } from "../task/extend-wait.ts";
import { readTaskResult } from "../task/get-task-result.ts";
import { pushVariable } from "../task/push-variable.ts";
import { saveTemplate } from "../template/save-template.ts";
import {
  advanceClock,
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newWorker,
  openTestContext,
  type TestContext,
} from "../testing.ts";
import { announceWaits } from "./announce-waits.ts";
import { claimEmails, type WaitEmail } from "./claim-emails.ts";
import { createEmailedLink } from "./create-emailed-link.ts";
import { listEmails } from "./list-emails.ts";
import { recordEmail } from "./record-email.ts";

let system: TestContext;
let web: ReturnType<typeof inProcess>;
let worker: WorkerContext;
let caller: KeyContext;

beforeAll(async () => {
  system = await openTestContext();
  web = inProcess(system, "web");
});
beforeEach(async () => {
  await system.db.pool.query("delete from wait_notice");
  caller = await newCaller(system);
  // The one before lost its lease where its test moved the clock.
  worker = await newWorker(system, { slots: 100 });
});
afterAll(() => system?.close());

async function newAddress(more: { email?: string; everyWait?: boolean; confirmed?: boolean } = {}) {
  const { email = `${randomUUID()}@example.org`, everyWait = false, confirmed = true } = more;
  const { accountId } = caller.actor;
  const data = { accountId, email, everyWait, confirmedAt: confirmed ? new Date() : null };
  return system.db.prisma.emailAddress.create({ data });
}

/** A task that waits for its code; `limit`: the task's own seconds; `named` by its template. */
async function newWait({
  seconds = 600,
  limit = 86_400,
  named,
  ...more
}: { seconds?: number; limit?: number; named?: string[] } & Partial<AssignedTaskOptions> = {}) {
  const name = `Template ${randomUUID()}`;
  const steps = lateCode({ prompt: "Which code came?" });
  const document = { name, steps, timeout: limit, ...(named && { notify: named }) };
  const { accountId } = caller.actor;
  await saveTemplate({ ctx: system, input: { accountId, document } });
  const { held, take } = await newAssignedTask({
    caller,
    worker,
    templateName: name,
    timeoutSeconds: seconds,
    ...more,
  });
  await take();
  return { ...held, name: "code", templateName: name };
}

/** What a web process does at a tick. */
async function emailsDue(): Promise<WaitEmail[]> {
  await announceWaits({ ctx: web });
  return claimEmails({ ctx: web });
}

const sent = (email: WaitEmail) => recordEmail({ ctx: web, input: { email, problem: null } });
const outcomes = async () =>
  (await listEmails({ ctx: newSession(caller), input: { accountId: caller.actor.accountId } })).map(
    ({ to, outcome, problem }) => [to, outcome, problem],
  );

/** Time passes, in which the wait's deadline comes nearer. */
async function pass(seconds: number): Promise<void> {
  await advanceClock(system, seconds);
  await system.db.pool.query(
    "update variable set awaited_at = awaited_at - $1 * interval '1 second' where awaited_at is not null",
    [seconds],
  );
  // A wait is named by its beginning.
  await system.db.pool.query(
    `update wait_notice n set wait = wait_name(t.fence, v.awaited_at) from task t, variable v
      where t.id = n.task_id and v.task_id = n.task_id and v.awaited_at is not null`,
  );
  await system.db.pool.query(
    "update wait_notice set next_at = next_at - $1 * interval '1 second' where next_at is not null",
    [seconds],
  );
}

test("a wait is emailed to confirmed addresses that its task, its template or their own settings name, once each", async () => {
  const [byTask, byTemplate, byOwnSetting] = [
    await newAddress(),
    await newAddress(),
    await newAddress({ everyWait: true }),
  ];
  await newAddress();
  const unconfirmed = await newAddress({ everyWait: true, confirmed: false });
  const named = [byTemplate.email.toUpperCase(), unconfirmed.email, "stranger@example.org"];
  const wait = await newWait({ named, notify: [byTask.email] });
  expect(await heartbeat({ ctx: web, input: { seen: null } })).toMatchObject({ noticesDue: true });

  // Several processes at once.
  const emails = (await Promise.all(Array.from({ length: 4 }, emailsDue))).flat();
  const rest = await emailsDue();
  const all = [...emails, ...rest];
  expect(all.map(({ to }) => to).toSorted()).toEqual([byTask.email, byTemplate.email, byOwnSetting.email].toSorted());
  const { email: requester } = await system.db.prisma.account.findUniqueOrThrow({ where: { id: wait.accountId } });
  expect(all[0]).toMatchObject({
    ...{ kind: "waiting", taskId: wait.taskId, name: "code", requester, templateName: wait.templateName },
    ...{ prompt: "Which code came?", heldBack: 0, attempt: 1 },
  });
  for (const email of all) await sent(email);
  expect(await emailsDue()).toEqual([]);
  expect((await outcomes()).map(([, outcome]) => outcome)).toEqual(["sent", "sent", "sent"]);
  expect(await heartbeat({ ctx: web, input: { seen: null } })).toMatchObject({ noticesDue: false });
});

test("createTask refuses an address that is not confirmed, or another account's", async () => {
  const own = await newAddress({ confirmed: false });
  caller = await newCaller(system);
  const foreign = await newAddress();
  const [mine, other] = [caller, await newCaller(system)];
  caller = other;
  for (const email of [own.email, foreign.email, "nobody@example.org"])
    await expect(newWait({ notify: [email] })).rejects.toMatchObject({
      code: "ERROR_BAD_REQUEST",
      message: expect.stringContaining("not a confirmed address"),
    });
  caller = mine;
  await expect(newWait({ notify: [foreign.email] })).resolves.toMatchObject({ name: "code" });
});

test("an email whose mail server fails is tried again, but not once its wait was answered", async () => {
  await newAddress({ everyWait: true });
  const { taskId } = await newWait();
  const [email] = await emailsDue();
  if (!email) throw new Error("There is no email.");
  await recordEmail({ ctx: web, input: { email, problem: "the mail server did not take it" } });
  const soon = () => system.db.pool.query("update wait_email set next_at = now() where next_at is not null");
  await soon();
  const [again] = await emailsDue();
  expect(again).toMatchObject({ emailId: email.emailId, attempt: 2 });
  await recordEmail({ ctx: web, input: { email, problem: null } });
  expect((await outcomes())[0]?.[1], "a late answer of the first attempt changes nothing").toBe("pending");
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  await soon();
  expect(await emailsDue()).toEqual([]);
  expect(await outcomes()).toEqual([[email.to, "not sent", "the wait ended before"]]);
});

test("a mailbox gets 20 emails an hour, of all accounts together; the others are shown, and the next email counts them", async () => {
  const email = `${randomUUID()}@example.org`;
  await newAddress({ email, everyWait: true });
  for (let n = 0; n < 12; n++) await newWait();
  const first = await emailsDue();
  caller = await newCaller(system);
  await newAddress({ email, everyWait: true });
  for (let n = 0; n < 12; n++) await newWait();
  const second = await emailsDue();
  expect([first.length, second.length]).toEqual([12, 8]);
  expect((await outcomes()).filter(([, outcome]) => outcome === "limit")).toHaveLength(4);
  await system.db.pool.query(
    "update wait_email set claimed_at = now() - interval '61 minutes' where claimed_at is not null",
  );
  await newWait();
  expect(await emailsDue()).toMatchObject([{ to: email, heldBack: 4 }]);
});

test("a wait is reminded of once before each deadline, by email and callback; an extension postpones it", async () => {
  const { email } = await newAddress({ everyWait: true });
  const callback = { callbackUrl: "http://127.0.0.1/hook", callbackOn: ["waiting"] as const };
  const wait = await newWait({ seconds: 1_000, ...callback });
  const events = async () =>
    (await system.db.prisma.webhookDelivery.findMany({ where: { taskId: wait.taskId } })).map(({ event }) => event);
  for (const one of await emailsDue()) await sent(one);
  await pass(780);
  expect(await emailsDue(), "220 seconds are left").toEqual([]);
  await extendWait({ ctx: caller, input: { ...wait, seconds: 1_000 } });
  await pass(60);
  expect(await emailsDue(), "it was extended").toEqual([]);
  await pass(800);
  expect(await emailsDue()).toMatchObject([{ kind: "reminder", to: email }]);
  expect(await events()).toEqual(["waiting", "reminder"]);
  await pass(50);
  expect(await emailsDue(), "once").toEqual([]);
  await extendWait({ ctx: caller, input: { ...wait, seconds: 1_000 } });
  await pass(100);
  expect(await emailsDue()).toEqual([]);
  await pass(850);
  expect(await emailsDue(), "a new deadline").toMatchObject([{ kind: "reminder", to: email }]);
  expect(await events()).toEqual(["waiting", "reminder", "reminder"]);
});

test("a task whose own time ends before its wait's is reminded of before that, and emails say so", async () => {
  const { email } = await newAddress({ everyWait: true });
  const { taskId } = await newWait({ seconds: 3_600, limit: 600 });
  const [opened] = await emailsDue();
  expect(opened?.secondsLeft).toBeLessThanOrEqual(601);
  await sent(opened as WaitEmail);
  const result = await readTaskResult(system, { taskId, accountId: caller.actor.accountId });
  const [wait] = result.status === "processing" ? result.waiting : [];
  expect((wait?.expiresAt ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(602);
  await pass(400);
  expect(await emailsDue()).toEqual([]);
  await pass(100);
  expect(await emailsDue()).toMatchObject([{ kind: "reminder", to: email }]);
});

test("a wait too short for a reminder has one once it was extended", async () => {
  const { email } = await newAddress({ everyWait: true });
  const wait = await newWait({ seconds: 45 });
  for (const one of await emailsDue()) await sent(one);
  await extendWait({ ctx: caller, input: { ...wait, seconds: 3_600 } });
  await pass(60);
  expect(await emailsDue()).toEqual([]);
  await pass(3_300);
  expect(await emailsDue()).toMatchObject([{ kind: "reminder", to: email }]);
});

test("an endpoint that gets only events of waits is reminded of them too", async () => {
  const { accountId } = caller.actor;
  const endpoint = {
    accountId,
    url: "http://127.0.0.1/",
    format: "text",
    events: ["waiting"],
    linkOrigin: null,
  } as const;
  const { endpointId } = await createEndpoint({ ctx: newSession(caller), input: endpoint });
  const { taskId } = await newWait({ seconds: 1_000 });
  await emailsDue();
  await pass(850);
  await emailsDue();
  const deliveries = await system.db.prisma.webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
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
  expect(await readEventContent(worker, row)).toMatchObject({ type: "task.waiting", taskId, reminder: true });
});

test("S16: emails that an account may not send delay no other account's", async () => {
  const { id: addressId } = await newAddress({ everyWait: true });
  await newWait();
  await emailsDue();
  await system.db.pool.query(
    `insert into wait_email (notice_id, address_id, kind, next_at)
     select n.id, $1, 'waiting', now() - interval '1 hour' from wait_notice n, generate_series(1, 150)`,
    [addressId],
  );
  await system.db.pool.query(
    `insert into wait_email (notice_id, address_id, kind, next_at, claimed_at)
     select n.id, $1, 'waiting', null, now() - interval '1 minute' from wait_notice n, generate_series(1, 20)`,
    [addressId],
  );
  caller = await newCaller(system);
  const { email } = await newAddress({ everyWait: true });
  await newWait();
  expect(await emailsDue()).toMatchObject([{ to: email }]);
});

test("a wait of less than a minute has no reminder, and one that was answered has none either", async () => {
  await newAddress({ everyWait: true });
  const waits = [await newWait({ seconds: 50 }), await newWait({ seconds: 1_000 })];
  for (const one of await emailsDue()) await sent(one);
  await pass(45);
  expect(await emailsDue()).toEqual([]);
  for (const { taskId } of waits) await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  await pass(900);
  expect(await emailsDue()).toEqual([]);
  expect(await heartbeat({ ctx: web, input: { seen: null } })).toMatchObject({ noticesDue: false });
});

test("an emailed link answers the wait, its receipt says whom it was emailed to, and it ends with the address", async () => {
  const { id: addressId } = await newAddress({ everyWait: true });
  const { accountId, taskId } = await newWait();
  const { token } = await createEmailedLink({ ctx: web, input: { accountId, taskId, name: "code", addressId } });
  expect(await openAnswerLink({ app: web, token })).toMatchObject({ actor: { taskId, name: "code" } });
  await system.db.prisma.emailAddress.delete({ where: { id: addressId } });
  expect(await openAnswerLink({ app: web, token })).toBeNull();
});

test("a link of an email ends the emails to its address, and no guessed one does (S12)", async () => {
  const { id: addressId, email } = await newAddress({ everyWait: true });
  const { accountId } = caller.actor;
  const token = unsubscribeToken(web, { accountId, addressId });
  const other = unsubscribeToken(web, { accountId: accountId + 1, addressId });
  for (const guessed of [other, `${addressId}-${"A".repeat(43)}`, token.slice(0, -1), `9${token}`, "", "1"])
    expect(await unsubscribe(web, guessed)).toBe(false);
  expect(await findSubscription(web, token)).toMatchObject({ email });
  await newWait();
  expect(await unsubscribe(web, token)).toBe(true);
  await newWait();
  expect(await emailsDue()).toEqual([]);
  expect(await unsubscribe(web, token), "again").toBe(true);
});
