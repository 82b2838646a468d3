import type { WrittenStep } from "@gatepost/contract/steps";
import { afterEach, expect, test } from "vitest";
import { openRelay } from "../../../../tests/relay.ts";
import { BrowserPool } from "../browser/browser-pool.ts";
import { Browsers } from "../browser/browsers.ts";
import { openWorkerPages } from "../testing/test-pages.ts";

let submissions: string[] = [];

const { site, environment, customer } = await openWorkerPages({
  "/": '<form action="/sent"><input id="a" name="a"><button id="send">Send</button></form>',
  "/sent": (request, response) => {
    submissions.push(request.url ?? "");
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p id=p>sent</p><input id=code>");
  },
});

afterEach(() => {
  submissions = [];
});

const fill: WrittenStep = { type: "FILL_INPUT", selector: "input", value: { variable: "code" } };
/** Steps that do not wait long. */
const type: WrittenStep = { ...fill, timeout: 3 };
const see: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#a", timeout: 3 };
const send: WrittenStep = { type: "CLICK", selector: "#send" };
const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
const variables = { code: "_WAIT_FOR_IT_" };

/** A task that waits before it submits anything, and one that waits after. */
const createHarmless = () => customer.create(site.url("/"), [wait, fill, send], { variables });
const createSubmitted = () => customer.create(site.url("/"), [send, wait, fill], { variables });

test("when a browser dies, tasks that can run again do, and no submission is made twice", async () => {
  await using _ = environment.startWorker();
  const harmless = await createHarmless();
  const submitted = await createSubmitted();
  await customer.waits(harmless, "code");
  await customer.waits(submitted, "code");
  for (const browser of environment.browsers) browser.kill();
  await expect(customer.end(submitted)).resolves.toMatchObject({
    code: "ERROR_WORKER_LOST",
    description: expect.stringContaining("The browser was lost at step 2 (WAIT_FOR_VARIABLE_VALUE), after a step"),
  });
  await expect.poll(() => environment.taskRow(harmless)).toMatchObject({ attempts: 2 });
  await customer.waits(harmless, "code");
  await customer.push(harmless, "code", "1");
  await expect(customer.end(harmless)).resolves.toMatchObject({ status: "ready", attempts: 2 });
  expect(submissions).toEqual(["/sent?", "/sent?a=1"].map((path) => expect.stringContaining(path)));
});

test("a frozen browser is lost once a step has timed out; what submitted nothing is run again, and the next task gets another one", async () => {
  await using _ = environment.startWorker();
  // It stays where it is for as long as it takes to freeze its browser.
  const waiting = await createHarmless();
  const first = await customer.create(site.url("/"), [wait, see], { variables });
  const submitted = await customer.create(site.url("/"), [send, wait, type], { variables });
  for (const taskId of [waiting, first, submitted]) await customer.waits(taskId, "code");
  const frozen = environment.browsers.filter(({ gone }) => !gone.aborted);
  for (const { processId } of frozen) process.kill(processId as number, "SIGSTOP");
  // Its own step is the first to wait for the frozen browser.
  await customer.push(first, "code", "1");
  await customer.push(submitted, "code", "1");
  await expect(customer.end(submitted)).resolves.toMatchObject({
    code: "ERROR_WORKER_LOST",
    description: expect.stringContaining("The browser was lost at step 3 (FILL_INPUT), after a step"),
  });
  await expect(customer.end(first)).resolves.toMatchObject({ status: "ready", attempts: 2 });
  // Its task fails as soon as the browser is killed; its pipe closes a moment later.
  await expect.poll(() => frozen.every(({ gone }) => gone.aborted)).toBe(true);
  await expect.poll(() => environment.taskRow(waiting)).toMatchObject({ attempts: 2 });
  await customer.waits(waiting, "code");
  await customer.push(waiting, "code", "2");
  await expect(customer.end(waiting)).resolves.toMatchObject({ status: "ready", attempts: 2 });
  const neighbour = await customer.create(site.url("/"), [send]);
  await expect(customer.end(neighbour)).resolves.toMatchObject({ status: "ready", attempts: 1 });
});

test("a worker whose lease was ended drops its tasks, registers again and goes on", async () => {
  await using _ = environment.startWorker();
  const harmless = await createHarmless();
  const submitted = await createSubmitted();
  await customer.waits(harmless, "code");
  await customer.waits(submitted, "code");
  await environment.system.db.pool.query("update worker set ended_at = now() where ended_at is null");
  await expect(customer.end(submitted)).resolves.toMatchObject({ code: "ERROR_WORKER_LOST" });
  await expect.poll(() => environment.taskRow(harmless)).toMatchObject({ attempts: 2 });
  await customer.waits(harmless, "code");
  await customer.push(harmless, "code", "1");
  await expect(customer.end(harmless)).resolves.toMatchObject({ status: "ready" });
  expect(submissions).toHaveLength(2);
});

test("a stopping worker returns running tasks that can run again, and lets the rest finish for a while (R10)", async () => {
  const { stop } = environment.startWorker({ drainSeconds: 600 });
  const pause: WrittenStep = { type: "PAUSE", seconds: 60 };
  const harmless = await customer.create(site.url("/"), [pause]);
  const submitted = await createSubmitted();
  await customer.waits(submitted, "code");
  await expect.poll(() => environment.taskRow(harmless)).toMatchObject({ state: "running", attempts: 1 });
  const stopped = stop();
  await expect.poll(() => environment.taskRow(harmless)).toMatchObject({ state: "queued", attempts: 1 });
  await customer.push(submitted, "code", "1");
  await expect(customer.end(submitted)).resolves.toMatchObject({ status: "ready" });
  await stopped;
  await customer.cancel(harmless);
});

test("R20: a task that has just taken its value when its worker stops uses it in the session that asked for it", async () => {
  const { stop } = environment.startWorker({ drainSeconds: 600 });
  const pause: WrittenStep = { type: "PAUSE", seconds: 2 };
  const taskId = await customer.create(site.url("/"), [wait, pause, fill], { variables });
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", "1");
  await expect.poll(async () => (await customer.timeline(taskId)).at(-1)?.type).toBe("PAUSE");
  await stop();
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 1 });
});

test("what is not finished when the drain time is over ends as ERROR_WORKER_LOST", async () => {
  const { stop, worker } = environment.startWorker({ drainSeconds: 600 });
  const submitted = await createSubmitted();
  await customer.waits(submitted, "code");
  const stopped = stop();
  await worker.stop();
  await stopped;
  await expect(customer.end(submitted)).resolves.toMatchObject({
    code: "ERROR_WORKER_LOST",
    description: expect.stringContaining("The worker was stopped at step 2"),
  });
});

test("a worker whose browser neither starts nor fails stops all the same (R10)", async () => {
  let starts = 0;
  const pool = new BrowserPool(
    () => {
      starts += 1;
      return new Promise(() => {});
    },
    { ownMax: 1 },
  );
  const { stop } = environment.startWorker({ browsers: new Browsers({ shell: pool }), drainSeconds: 600 });
  await expect.poll(() => starts).toBe(1);
  await stop();
});

test("a database that is unavailable for a moment costs no task and no process", async () => {
  const relay = await openRelay(environment.database.workerUrl);
  await using _ = environment.startWorker({}, relay.url);
  const submitted = await createSubmitted();
  await customer.waits(submitted, "code");
  /** Cuts it until the worker has failed to reconnect. */
  const interrupt = async () => {
    const before = relay.refused;
    relay.cut();
    await expect.poll(() => relay.refused).toBeGreaterThan(before + 1);
  };
  await interrupt();
  relay.restore();
  await expect.poll(() => relay.open).toBeGreaterThan(0);
  await interrupt();
  await customer.push(submitted, "code", "1");
  const later = await createHarmless();
  relay.restore();
  await expect(customer.end(submitted)).resolves.toMatchObject({ status: "ready" });
  await customer.waits(later, "code");
  await customer.push(later, "code", "2");
  await expect(customer.end(later)).resolves.toMatchObject({ status: "ready" });
  expect(submissions).toHaveLength(2);
  relay.close();
});
