import { expect, test } from "vitest";
import { newAccount, newQueuedTask } from "../factories.ts";
import { changePortal, newPortalSession } from "../portal-session.ts";
import { openTestWorker } from "./test-worker.ts";
import { openInstallation } from "./wire.ts";

/** A task as a page of the portal follows it: server-sent events of the real web process. */

const { installation, operator } = await openInstallation();
const worker = await openTestWorker(operator);

/** A person who is signed in. */
async function newPerson() {
  const account = await newAccount(operator);
  const cookie = await newPortalSession({ operator }, account.accountId);
  return { cookie, newTask: () => newQueuedTask(operator, account) };
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

/** The server-sent events of a response as they arrive, with their JSON, without pings; ends with the response. */
async function* eventsOf({ body }: Response): AsyncGenerator<{ event: string; data: unknown }, void, undefined> {
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const fields = new Map(
        text
          .slice(0, end)
          .split("\n")
          .map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
      );
      text = text.slice(end + 2);
      const event = fields.get("event") ?? "message";
      if (event !== "ping") yield { event, data: JSON.parse(fields.get("data") || "null") };
    }
  }
}

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
  await changePortal(installation.url, "/api/auth/sign-out", {}, cookie);
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
  const ended = installation.stop();
  expect(await next()).toMatchObject({
    event: "serialized-error",
    data: { json: { data: { code: "SERVICE_UNAVAILABLE" } } },
  });
  expect(await next()).toBeUndefined();
  await ended;
});
