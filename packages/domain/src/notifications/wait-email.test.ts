import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { setAccount } from "../accounts/accounts.ts";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { heartbeat } from "../platform/heartbeat.ts";
import { type HeldTaskOptions, newHeldTask } from "../platform/held-task-testing.ts";
import {
  advanceClock,
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { readTaskResult } from "../tasks/get-task-result.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { openAnswerLink } from "../waits/answer-links.ts";
import { extendWait, pushVariable } from "../waits/answer-wait.ts";
import { readEventContent } from "./claim-deliveries.ts";
import { claimEmails, type WaitEmail } from "./claim-emails.ts";
import { findSubscription, linkToken, unsubscribe } from "./email-links.ts";
import { recordDelivery } from "./outbox.ts";
import { announceWaits, createEmailedLink, listEmails } from "./wait-emails.ts";
import { createEndpoint } from "./webhooks.ts";

let caller: KeyContext;
let worker: WorkerContext;

const system = await openTestContext();
const web = inProcess(system, "web");
beforeEach(async () => {
  await system.sql`delete from wait_notice; delete from delivery where channel = 'wait'`;
  caller = await newCaller(system);
  // The one before lost its lease where its test moved the clock.
  worker = await newWorker(system, { slots: 100 });
});

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
}: { seconds?: number; limit?: number; named?: string[] } & Partial<HeldTaskOptions> = {}) {
  const name = `Template ${randomUUID()}`;
  const steps = lateCode({ prompt: "Which code came?" });
  const document = { name, steps, timeout: limit, ...(named && { notify: named }) };
  const { accountId } = caller.actor;
  await saveTemplate({ ctx: system, input: { accountId, document } });
  const { held, take } = await newHeldTask({ caller, worker, templateName: name, ...more });
  await take({ timeoutSeconds: seconds });
  return { ...held, name: "code", templateName: name };
}

/** What a web process does at a tick. */
async function emailsDue(): Promise<WaitEmail[]> {
  await announceWaits({ ctx: web });
  const emails = await claimEmails({ ctx: web, input: { kind: "wait" } });
  return emails.filter((email) => email.kind === "wait");
}

const sent = (email: WaitEmail) => recordDelivery({ ctx: web, input: { delivery: email, problem: null } });
const outcomes = async () =>
  (await listEmails({ ctx: newSession(caller), input: { accountId: caller.actor.accountId } })).map(
    ({ to, outcome, problem }) => [to, outcome, problem],
  );

/** Time passes, in which the wait's deadline comes nearer. A wait is named by its beginning. */
async function pass(seconds: number): Promise<void> {
  await advanceClock(system, seconds);
  await system.db.pool.query(`
    update variable set awaited_at = awaited_at - interval '${seconds} seconds' where awaited_at is not null;
    update wait_notice n set wait = wait_name(t.fence, v.awaited_at) from task t, variable v
     where t.id = n.task_id and v.task_id = n.task_id and v.awaited_at is not null;
    update delivery d set wait = wait_name(t.fence, v.awaited_at) from task t, variable v
     where d.channel = 'wait' and t.id = d.task_id and v.task_id = d.task_id and v.awaited_at is not null;
    update wait_notice set next_at = next_at - interval '${seconds} seconds' where next_at is not null`);
}

/** Whether a process that sends heartbeats is told that emails are due. */
const areDue = async () => (await heartbeat({ ctx: web, input: { seen: null } })).emailsDue;

test("a wait is emailed to confirmed addresses that its task, its template or their own settings name, once each", async () => {
  const [byTask, byTemplate] = [await newAddress(), await newAddress(), await newAddress()];
  const byOwnSetting = await newAddress({ everyWait: true });
  const unconfirmed = await newAddress({ everyWait: true, confirmed: false });
  const named = [byTemplate.email.toUpperCase(), unconfirmed.email, "stranger@example.org"];
  const wait = await newWait({ named, notify: [byTask.email] });
  expect(await areDue()).toBe(true);

  // Several processes at once.
  const all = [...(await Promise.all(Array.from({ length: 4 }, emailsDue))).flat(), ...(await emailsDue())];
  expect(all.map(({ to }) => to).toSorted()).toEqual([byTask.email, byTemplate.email, byOwnSetting.email].toSorted());
  const { email: requester } = await system.db.prisma.account.findUniqueOrThrow({ where: { id: wait.accountId } });
  expect(all[0]).toMatchObject({
    reminder: false,
    taskId: wait.taskId,
    name: "code",
    requester,
    templateName: wait.templateName,
    prompt: "Which code came?",
    heldBack: 0,
    attempt: 1,
  });
  for (const email of all) await sent(email);
  expect(await emailsDue()).toEqual([]);
  expect((await outcomes()).map(([, outcome]) => outcome)).toEqual(["sent", "sent", "sent"]);
  expect(await areDue()).toBe(false);
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
      message: expect.stringContaining(`notify has ${JSON.stringify(email)}, not confirmed`),
    });
  caller = mine;
  await expect(newWait({ notify: [foreign.email] })).resolves.toMatchObject({ name: "code" });
});

test("a suspended account gets no email about a wait, whose link would not work", async () => {
  const { accountId, email } = await newAddress({ everyWait: true });
  await newWait();
  await setAccount({ ctx: system, input: { accountId, suspended: true } });
  expect(await emailsDue()).toEqual([]);
  expect(await outcomes()).toEqual([[email, "not sent", "the account is suspended"]]);
});

test("an email whose mail server fails is tried again, but not once its wait was answered", async () => {
  await newAddress({ everyWait: true });
  const { taskId } = await newWait();
  const [email] = await emailsDue();
  if (!email) throw new Error("There is no email.");
  await recordDelivery({ ctx: web, input: { delivery: email, problem: "the mail server did not take it" } });
  const soon = () => system.sql`update delivery set next_at = now() where next_at is not null`;
  await soon();
  const [again] = await emailsDue();
  expect(again).toMatchObject({ deliveryId: email.deliveryId, attempt: 2 });
  await recordDelivery({ ctx: web, input: { delivery: email, problem: null } });
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
  for (let n = 0; n < 10; n++) await newWait();
  const second = await emailsDue();
  expect([first.length, second.length]).toEqual([12, 8]);
  expect((await outcomes()).filter(([, outcome]) => outcome === "limit")).toHaveLength(2);
  await system.sql`update portal_rate_limit set last_request = 0`;
  await newWait();
  expect(await emailsDue()).toMatchObject([{ to: email, heldBack: 2 }]);
});

test("S16: emails that an account may not send delay no other account's", async () => {
  const { id: addressId } = await newAddress({ everyWait: true });
  await newWait();
  await emailsDue();
  await system.sql`
    insert into delivery (channel, account_id, task_id, event, wait, address_id, next_at)
    select 'wait', account_id, task_id, 'waiting', wait, ${addressId}, now() - interval '1 hour' from wait_notice, generate_series(1, 150)`;
  expect(await emailsDue(), "one was sent before").toHaveLength(19);
  caller = await newCaller(system);
  const { email } = await newAddress({ everyWait: true });
  await newWait();
  expect(await emailsDue()).toMatchObject([{ to: email }]);
});

test("an emailed link answers the wait, its receipt says whom it was emailed to, and it ends with the address", async () => {
  const { id: addressId } = await newAddress({ everyWait: true });
  const { accountId, taskId } = await newWait();
  const { token } = await createEmailedLink({ ctx: web, input: { accountId, taskId, name: "code", addressId } });
  const open = () => openAnswerLink({ app: web, token });
  expect(await open()).toMatchObject({ actor: { taskId, name: "code" } });
  await system.db.prisma.emailAddress.delete({ where: { id: addressId } });
  expect(await open()).toBeNull();
});

test("a link of an email ends the emails to its address, and no guessed one does (S12)", async () => {
  const { id, email } = await newAddress({ everyWait: true });
  const { accountId } = caller.actor;
  const token = linkToken(web, { id, accountId, purpose: "unsubscribe" });
  const other = linkToken(web, { id, accountId: accountId + 1, purpose: "unsubscribe" });
  for (const guessed of [other, `${id}-${"A".repeat(43)}`, token.slice(0, -1), `9${token}`, "", "1"])
    expect(await unsubscribe(web, guessed)).toBe(false);
  expect(await findSubscription(web, token)).toMatchObject({ email });
  await newWait();
  expect(await unsubscribe(web, token)).toBe(true);
  await newWait();
  expect(await emailsDue()).toEqual([]);
  expect(await unsubscribe(web, token), "again").toBe(true);
});

test("a wait is reminded of once before each deadline, by email and callback; an extension postpones it", async () => {
  const { email } = await newAddress({ everyWait: true });
  const callback = { callbackUrl: "http://127.0.0.1/hook", callbackOn: ["waiting"] as const };
  const wait = await newWait({ seconds: 1_000, ...callback });
  const sought = { where: { taskId: wait.taskId, channel: "webhook" }, orderBy: { id: "asc" } } as const;
  const events = async () => (await system.db.prisma.delivery.findMany(sought)).map(({ event }) => event);
  for (const one of await emailsDue()) await sent(one);
  await pass(780);
  expect(await emailsDue(), "220 seconds are left").toEqual([]);
  await extendWait({ ctx: caller, input: { ...wait, seconds: 1_000 } });
  await pass(60);
  expect(await emailsDue(), "it was extended").toEqual([]);
  await pass(800);
  expect(await emailsDue()).toMatchObject([{ reminder: true, to: email }]);
  expect(await events()).toEqual(["waiting", "reminder"]);
  await pass(50);
  expect(await emailsDue(), "once").toEqual([]);
  await extendWait({ ctx: caller, input: { ...wait, seconds: 1_000 } });
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
  const result = await readTaskResult(system, { taskId, accountId: caller.actor.accountId });
  const [wait] = result.status === "processing" ? result.waiting : [];
  expect((wait?.expiresAt ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(602);
  await pass(400);
  expect(await emailsDue()).toEqual([]);
  await pass(100);
  expect(await emailsDue()).toMatchObject([{ reminder: true, to: email }]);
});

test("an endpoint that gets only events of waits is reminded of them too", async () => {
  const { accountId } = caller.actor;
  const endpoint = { accountId, url: "http://127.0.0.1/", format: "text", linkOrigin: null } as const;
  const ctx = newSession(caller);
  const { endpointId } = await createEndpoint({ ctx, input: { ...endpoint, events: ["waiting"] } });
  const { taskId } = await newWait({ seconds: 1_000 });
  await emailsDue();
  await pass(850);
  await emailsDue();
  const sentOnes = await system.db.prisma.delivery.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  expect(sentOnes.map(({ event }) => event)).toEqual(["waiting", "reminder"]);
  const row = { accountId, endpointId, taskId, event: "reminder", linkOrigin: null } as const;
  const content = await readEventContent(worker, { ...row, wait: sentOnes[1]?.wait ?? null });
  expect(content).toMatchObject({ type: "task.waiting", taskId, reminder: true });
});

test("a wait of less than a minute has a reminder only once it was extended, and one that was answered has none", async () => {
  const { email } = await newAddress({ everyWait: true });
  const [short, long] = [await newWait({ seconds: 50 }), await newWait({ seconds: 4_200 })];
  for (const one of await emailsDue()) await sent(one);
  await pass(45);
  expect(await emailsDue()).toEqual([]);
  await extendWait({ ctx: caller, input: { ...short, seconds: 3_600 } });
  await pass(3_400);
  const reminders = await emailsDue();
  expect(reminders).toMatchObject([{ reminder: true, to: email, taskId: short.taskId }]);
  for (const one of reminders) await sent(one);
  for (const { taskId } of [short, long])
    await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  await pass(900);
  expect(await emailsDue()).toEqual([]);
  expect(await areDue()).toBe(false);
});
