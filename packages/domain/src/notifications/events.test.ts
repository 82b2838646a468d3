import type { EventName } from "@gatepost/contract/events";
import { limits } from "@gatepost/contract/limits";
import { beforeEach, expect, test } from "vitest";
import type { KeyContext, PersonContext, WorkerContext } from "../platform/context.ts";
import { newHeldTask } from "../platform/held-task-testing.ts";
import {
  inProcess,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { createAnswerLink, openAnswerLink } from "../waits/answer-links.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { claimDeliveries, type Delivery, signingSecrets } from "./claim-deliveries.ts";
import { recordDelivery } from "./outbox.ts";
import {
  createEndpoint,
  deleteEndpoint,
  getCallbackSecret,
  listDeliveries,
  listEndpoints,
  replayDelivery,
  rollCallbackSecret,
  rollEndpointSecret,
  testEndpoint,
} from "./webhooks.ts";

let caller: KeyContext;
let ctx: PersonContext;
let worker: WorkerContext;
let accountId: number;
let templateName: string;

const system = await openTestContext();
beforeEach(async () => {
  await system.sql`update delivery set next_at = null`;
  caller = await newCaller(system);
  ctx = newSession(caller);
  accountId = caller.actor.accountId;
  templateName = await newTemplate(system, caller);
  worker = await newWorker(system, { slots: 20 });
});

const origin = "https://gatepost.example.com";
const newEndpoint = (
  events: EventName[] = ["waiting", "ready", "failed"],
  { whose = caller, linkOrigin = null as string | null, url = "http://127.0.0.1/events" } = {},
) =>
  createEndpoint({
    ctx: newSession(whose),
    input: { accountId: whose.actor.accountId, url, format: "standard", events, linkOrigin },
  });
const claim = () => claimDeliveries({ ctx: worker, input: { limit: 16 } });
const events = (deliveries: Delivery[]) => deliveries.filter((one) => one.kind === "event");
const list = async (endpointId: number) => (await listDeliveries({ ctx, input: { accountId, endpointId } })).items;

/** The token of the answer link in an event about a wait. */
function tokenOf(delivery: Delivery | undefined): string {
  if (delivery?.kind !== "event" || delivery.content.type !== "task.waiting") throw new Error("It is about no wait.");
  const link = delivery.content.answerUrl ?? "";
  expect(link).toContain(`${origin}/answer/`);
  return link.slice(`${origin}/answer/`.length);
}

const heldTask = () => newHeldTask({ caller, worker, templateName });

test("an endpoint gets the events that it asked for, once each, with a link for each attempt that is stored nowhere", async () => {
  const all = await newEndpoint(undefined, { linkOrigin: origin });
  await newEndpoint(["failed"]);
  await newEndpoint(undefined, { whose: await newCaller(system) });
  const task = await heldTask();
  const { taskId } = task;
  await task.take();
  await task.take();
  const [waiting, ...others] = events(await claim());
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({
    accountId,
    taskId,
    secrets: [all.secret],
    attempt: 1,
    url: "http://127.0.0.1/events",
    format: "standard",
    content: { type: "task.waiting", templateName, waiting: [{ name: "code" }] },
  });
  const token = tokenOf(waiting);
  expect((await openAnswerLink({ app: inProcess(system, "web"), token }))?.actor).toMatchObject({
    taskId,
    name: "code",
  });
  expect(await claim(), "it is claimed").toEqual([]);

  await recordDelivery({ ctx: worker, input: { delivery: waiting as Delivery, problem: "HTTP 500" } });
  await system.sql`update delivery set next_at = now() where next_at is not null`;
  const [again] = events(await claim());
  expect(again).toMatchObject({ messageId: waiting?.messageId, attempt: 2 });
  expect(tokenOf(again)).not.toBe(token);
  const rows =
    await system.sql`select row_to_json(d)::text || (select json_agg(l)::text from answer_link l) as row from delivery d`;
  expect(JSON.stringify(rows)).not.toContain(token);
  await recordDelivery({
    ctx: worker,
    input: { delivery: again as Delivery, problem: null, response: { status: 204, duration: 12, excerpt: "ok" } },
  });

  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "1" } });
  await task.ready({ texts: { a: "canary" } });
  const [ready] = events(await claim());
  expect(ready).toMatchObject({ content: { type: "task.ready", taskId, templateName, softId: null } });
  expect(JSON.stringify(ready)).not.toContain("canary");
  expect(await list(all.endpointId)).toMatchObject([
    { event: "ready", taskId, deliveredAt: null, status: null },
    { event: "waiting", taskId, attempts: 2, deliveredAt: expect.any(Date), status: 204, duration: 12, excerpt: "ok" },
  ]);
});

test("links in deliveries do not count towards the account's limit, and stop working with their endpoint", async () => {
  const { endpointId } = await newEndpoint(["waiting"], { linkOrigin: origin });
  const { taskId, take } = await heldTask();
  await take();
  const nextToken = async () => {
    await system.sql`update delivery set next_at = now() where task_id = ${taskId}`;
    return tokenOf(events(await claim())[0]);
  };
  const open = (token: string | undefined) => openAnswerLink({ app: inProcess(system, "web"), token });
  for (let n = 0; n < limits.answerLinks; n++) await nextToken();
  const token = await nextToken();
  const own = await createAnswerLink({ ctx: caller, input: { taskId, name: "code" } });
  expect(await open(token)).not.toBeNull();
  await testEndpoint({ ctx, input: { accountId, endpointId } });
  await deleteEndpoint({ ctx, input: { accountId, endpointId } });
  expect(await claim(), "what is due is not sent").toEqual([]);
  expect(await open(token)).toBeNull();
  expect(await open(own.token)).not.toBeNull();
});

test("a task that a web process ends is announced too; an event about a wait that has ended is dropped", async () => {
  const { endpointId } = await newEndpoint(["waiting", "failed"]);
  const { taskId, take } = await heldTask();
  await take();
  await cancelTask({ ctx: caller, input: { taskId } });
  expect(events(await claim())).toMatchObject([
    { content: { type: "task.failed", taskId, errorCode: "ERROR_TASK_CANCELED" } },
  ]);
  expect((await list(endpointId)).map(({ event, nextAt }) => [event, nextAt !== null])).toEqual([
    ["failed", true],
    ["waiting", false],
  ]);
});

test("a test can be sent, and a delivery can be repeated under its id, except while an attempt is still due", async () => {
  const { endpointId } = await newEndpoint();
  await testEndpoint({ ctx, input: { accountId, endpointId } });
  const [delivery] = events(await claim());
  expect(delivery).toMatchObject({ taskId: null, content: { type: "test" } });
  const { deliveryId = 0 } = delivery ?? {};
  const replay = () => replayDelivery({ ctx, input: { accountId, deliveryId } });
  await expect(replay()).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
  await recordDelivery({ ctx: worker, input: { delivery: delivery as Delivery, problem: null } });
  await replay();
  const [again] = events(await claim());
  expect(again).toMatchObject({ messageId: delivery?.messageId, attempt: 2 });
  await recordDelivery({ ctx: worker, input: { delivery: again as Delivery, problem: null } });
  await testEndpoint({ ctx, input: { accountId, endpointId } });
  expect(await list(endpointId), "an earlier test is not kept").toHaveLength(1);
});

test("a secret is stored encrypted, and after a roll the previous one also signs for a day", async () => {
  const { endpointId, secret } = await newEndpoint();
  const { secret: next } = await rollEndpointSecret({ ctx, input: { accountId, endpointId } });
  const rows = await system.sql`select row_to_json(e)::text as row from event_endpoint e`;
  for (const one of [secret, next]) expect(JSON.stringify(rows)).not.toContain(Buffer.from(one).toString("hex"));
  const signing = async () => {
    await testEndpoint({ ctx, input: { accountId, endpointId } });
    return (await claim())[0]?.secrets;
  };
  expect(await signing()).toEqual([next, secret]);
  await system.sql`update event_endpoint set previous_until = now() - interval '1 second'`;
  expect(await signing()).toEqual([next]);
  expect(await listEndpoints({ ctx, input: { accountId } })).toMatchObject([{ endpointId, previousUntil: null }]);
});

test("endpoints follow the egress policy, and their number is limited", async () => {
  for (const url of ["http://10.0.0.1/", "ftp://example.com/", "no url", "https://a:b@example.com/"])
    await expect(newEndpoint(undefined, { url }), url).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
  await expect(newEndpoint([])).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
  await newEndpoint();
  for (let n = 1; n < system.settings.accountLimits.eventEndpoints; n++) await newEndpoint();
  await expect(newEndpoint()).rejects.toThrow("The limit is reached");
});

const rollSecret = async (ctx = caller) =>
  (await rollCallbackSecret({ ctx: newSession(ctx), input: { accountId: ctx.actor.accountId } })).secret;
const callbackSecret = () => getCallbackSecret({ ctx: system, input: { accountId } });
const signing = async (ctx = caller) => (await signingSecrets(worker, [ctx.actor.accountId])).get(ctx.actor.accountId);

test("a callback secret is shown once, encrypted where it is stored, and the one before it signs for another day", async () => {
  expect(await callbackSecret()).toBeNull();
  const first = await rollSecret();
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await callbackSecret()).toEqual({ createdAt: expect.any(Date), previousUntil: null });
  expect(await signing()).toEqual([first]);

  const second = await rollSecret();
  expect(await signing()).toEqual([second, first]);
  const until = (await callbackSecret())?.previousUntil?.getTime() ?? 0;
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
  const rows = await system.sql`select s::text from callback_secret s where account_id = ${accountId}`;
  for (const secret of [first, second])
    for (const plain of [secret.slice(6), Buffer.from(secret).toString("hex")])
      expect(JSON.stringify(rows)).not.toContain(plain);

  await system.sql`update callback_secret set previous_until = now() - interval '1 second' where account_id = ${accountId}`;
  expect(await signing()).toEqual([second]);
  expect(await callbackSecret()).toMatchObject({ previousUntil: null });

  const other = await newCaller(system);
  await rollSecret(other);
  await system.sql`
    update callback_secret set secret = (select secret from callback_secret where account_id = ${accountId}) where account_id = ${other.actor.accountId}`;
  expect(await signing(other), "one of another account signs nothing").toEqual([]);
});

test("an account that made no secret has one for its callbacks, the same for every worker, and sees another", async () => {
  const [first, again, other] = [await signing(), await signing(), await signing(await newCaller(system))];
  expect(first).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(await callbackSecret(), "nobody was shown it").toBeNull();
  expect(await signingSecrets({ ...worker, db: {} as never }, []), "for no account it reads nothing").toEqual(
    new Map(),
  );
  const shown = await rollSecret();
  expect(await signing(), "what nobody has seen is not kept").toEqual([shown]);
});

/** An account with so many callbacks that are due. */
async function newWaiting(callbacks: number): Promise<number> {
  const owner = await newCaller(system);
  const name = await newTemplate(system, owner);
  for (let n = 0; n < callbacks; n++) {
    const taskId = await newTask(owner, name, { callbackUrl: "http://127.0.0.1/done" });
    await cancelTask({ ctx: owner, input: { taskId } });
  }
  return owner.actor.accountId;
}

const accountsOf = (deliveries: { accountId: number }[]) => deliveries.map(({ accountId }) => accountId);

test("a worker takes few callbacks of one account, however many are due before the others'", async () => {
  const [a, b] = [await newWaiting(12), await newWaiting(2)];
  const first = await claimDeliveries({ ctx: worker, input: { limit: 16 } });
  expect(accountsOf(first).toSorted()).toEqual([a, a, a, a, b, b]);
  expect(await claimDeliveries({ ctx: worker, input: { limit: 16, underWay: accountsOf(first) } })).toEqual([]);
  const one = first.find(({ accountId }) => accountId === a);
  await recordDelivery({ ctx: worker, input: { delivery: one as typeof one & object, problem: null } });
  const next = await claimDeliveries({ ctx: worker, input: { limit: 16, underWay: [a, a, a] } });
  expect(accountsOf(next)).toEqual([a]);
  // Another worker has room for as many more.
  expect(accountsOf(await claimDeliveries({ ctx: worker, input: { limit: 16 } }))).toEqual([a, a, a, a]);
});

test("of several accounts those come first whose callbacks have been due for longest", async () => {
  const ids = [await newWaiting(2), await newWaiting(2), await newWaiting(2)];
  for (const [n, id] of ids.entries())
    await system.sql`update delivery set next_at = now() - ${10 + n} * interval '1 minute' where account_id = ${id}`;
  const taken = accountsOf(await claimDeliveries({ ctx: worker, input: { limit: 3 } }));
  expect(taken.toSorted()).toEqual([ids[1], ids[2], ids[2]]);
});
