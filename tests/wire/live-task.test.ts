import { randomUUID } from "node:crypto";
import type { PersonContext } from "@gatepost/domain/platform/permission";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newTemplate, openOperator } from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { eventsOf } from "./event-stream.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";

/** A task as a page of the portal follows it: server-sent events of the real web process. */

let installation: Installation;
let operator: ReturnType<typeof openOperator>;
let worker: TestWorker;
beforeAll(async () => {
  installation = await startInstallation();
  operator = openOperator(installation);
  worker = await openTestWorker(operator);
});
let stopped: Promise<void> | undefined;
const stop = () => {
  stopped ??= operator.close().then(() => installation.stop());
  return stopped;
};
afterAll(stop);

const password = "a sentence is a good password";

async function post(path: string, body: unknown, cookie = "") {
  const { url } = installation;
  const headers = { origin: url, "content-type": "application/json", cookie };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status, path).toBe(200);
  return response;
}

/** A person who has just signed up and in. */
async function newPerson() {
  const email = `${randomUUID()}@example.org`;
  await post("/api/trpc/account.signUp", { json: { email, password } });
  const signedIn = await post("/api/auth/sign-in/email", { email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const { id: userId, accountId } = await operator.db.prisma.user.findFirstOrThrow({ where: { email } });
  await operator.db.prisma.account.update({ where: { id: accountId }, data: { available: 10_000_000n } });
  const ctx: PersonContext = { ...operator, actor: { kind: "person", userId, accountId, address: "192.0.2.7" } };
  const templateName = await newTemplate(operator, { accountId }, [{ type: "TAKE_SCREENSHOT" }]);
  const task = { websiteURL: "https://example.com", templateName };
  return { cookie, newTask: async () => (await createTask({ ctx, input: { task } })).taskId };
}

async function follow(taskId: number, cookie: string) {
  const input = encodeURIComponent(JSON.stringify({ json: { taskId } }));
  const response = await fetch(`${installation.url}/api/trpc/tasks.follow?input=${input}`, { headers: { cookie } });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events = eventsOf(response);
  expect(await events.next()).toMatchObject({ value: { event: "connected" } });
  return { next: async () => (await events.next()).value ?? undefined, cancel: () => events.return() };
}

const message = (task: object, steps: object[] = []) => ({
  event: "message",
  data: { json: { task: expect.objectContaining(task), steps: steps.map((step) => expect.objectContaining(step)) } },
});

test("a task is sent at once and at each change until it has ended, and then the stream ends", async () => {
  const { cookie, newTask } = await newPerson();
  const taskId = await newTask();
  const { next } = await follow(taskId, cookie);
  expect(await next()).toMatchObject(message({ taskId, state: "queued" }));
  const claimed = await worker.claim(taskId);
  expect(await next()).toMatchObject(message({ state: "running", step: 0 }, [{ number: 0 }]));
  await worker.begin(claimed, 1);
  const opened = { number: 0, outcome: "done" };
  expect(await next()).toMatchObject(message({ step: 1 }, [opened, { number: 1, type: "TAKE_SCREENSHOT" }]));
  await worker.finish(claimed);
  expect(await next()).toMatchObject(message({ state: "ready" }, [opened, { number: 1, outcome: "done" }]));
  expect(await next()).toMatchObject({ event: "return" });
  expect(await next()).toBeUndefined();
});

test("a stream ends when its user signs out", async () => {
  const { cookie, newTask } = await newPerson();
  const { next } = await follow(await newTask(), cookie);
  expect(await next()).toMatchObject({ event: "message" });
  await post("/api/auth/sign-out", {}, cookie);
  expect(await next()).toMatchObject({ event: "serialized-error", data: { json: { data: { code: "UNAUTHORIZED" } } } });
  expect(await next()).toBeUndefined();
});

test("an account has twenty streams at most, and another one once a client has gone", async () => {
  const { cookie, newTask } = await newPerson();
  const taskId = await newTask();
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(taskId, cookie)));
  for (const { next } of streams) expect(await next()).toMatchObject({ event: "message" });
  const refused = await follow(taskId, cookie);
  const tooMany = { event: "serialized-error", data: { json: { data: { code: "TOO_MANY_REQUESTS" } } } };
  expect(await refused.next()).toMatchObject(tooMany);
  await streams[0]?.cancel();
  await expect.poll(async () => (await follow(taskId, cookie)).next()).toMatchObject({ event: "message" });
});

test("a web process that stops asks the clients of its streams to connect again, and does not wait for them", async () => {
  const { cookie, newTask } = await newPerson();
  const { next } = await follow(await newTask(), cookie);
  expect(await next()).toMatchObject({ event: "message" });
  const ended = stop();
  expect(await next()).toMatchObject({
    event: "serialized-error",
    data: { json: { data: { code: "SERVICE_UNAVAILABLE" } } },
  });
  expect(await next()).toBeUndefined();
  await ended;
});
