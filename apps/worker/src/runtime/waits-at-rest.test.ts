import type { Step } from "@gatepost/contract/steps";
import type { Solution } from "@gatepost/domain/tasks/solution";
import { extendWait } from "@gatepost/domain/waits/change-wait";
import { afterAll, beforeAll, expect, test } from "vitest";
import { css } from "../testing/css.ts";
import { openTestSite } from "../testing/test-browser.ts";
import { openTestEnvironment } from "../testing/test-worker.ts";

let site: Awaited<ReturnType<typeof openTestSite>>;
let environment: Awaited<ReturnType<typeof openTestEnvironment>>;

/** What pages have said of themselves, by their names. */
const said = new Map<string, string[]>();
const page = `<link rel="icon" href="data:,"><input id="code"><p id="typed"></p>
  <script>
    const name = location.search.slice(1);
    for (const event of ["freeze", "resume"])
      document.addEventListener(event, () => navigator.sendBeacon("/said?" + name + "=" + event));
    code.oninput = () => { typed.textContent = code.value };
    if (name === "leaving") setTimeout(() => { location = "/signed-out?why=inactivity" }, 500);
  </script>`;

beforeAll(async () => {
  site = await openTestSite({
    "/": page,
    "/signed-out": `<h1>Signed out</h1><script>navigator.sendBeacon("/said?signed-out=shown")</script>`,
    "/said": (request, response) => {
      const [name = "", event = ""] = (request.url ?? "").split("?")[1]?.split("=") ?? [];
      said.set(name, [...(said.get(name) ?? []), event]);
      response.end();
    },
  });
  environment = await openTestEnvironment(site.host, { freezeAfterMs: 200 });
});

afterAll(async () => {
  await environment?.close();
  site?.close();
});

function stepsOf(wait: Partial<Extract<Step, { type: "WAIT_FOR_VARIABLE_VALUE" }>> = {}): Step[] {
  return [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" }, ...wait },
    { type: "FILL_INPUT", ...css("#code"), value: { variable: "code" } },
    { type: "READ_TEXT", ...css("#typed"), as: { permanent: "typed" } },
  ];
}

const variables = { code: "_WAIT_FOR_IT_" };
const saidBy = (name: string) => said.get(name) ?? [];
const says = (name: string, events: string[]) => expect.poll(() => saidBy(name), { timeout: 60_000 }).toEqual(events);

test("W4: the page of a task that waits is frozen after a while, goes on when more time is given, and when the value comes", async () => {
  const { customer } = environment;
  await using _ = environment.startWorker();
  const taskId = await customer.create(site.url("/?frozen"), stepsOf(), { variables });
  await customer.waits(taskId, "code");
  await says("frozen", ["freeze"]);
  await extendWait({ ctx: customer.ctx, input: { taskId, name: "code", seconds: 3_000 } });
  await says("frozen", ["freeze", "resume", "freeze"]);
  await customer.push(taskId, "code", "123");
  const end = await customer.end(taskId);
  expect(end).toMatchObject({ status: "ready", attempts: 1 });
  if (end.status === "ready") expect((end.solution as Solution).texts).toEqual({ typed: "123" });
  await says("frozen", ["freeze", "resume", "freeze", "resume"]);
});

test("a page goes on before people are reminded of its wait", async () => {
  const { customer } = environment;
  await using _ = environment.startWorker();
  // The reminder comes 12 s before the end.
  const taskId = await customer.create(site.url("/?reminded"), stepsOf({ timeout: { permanent: 60 } }), { variables });
  await customer.waits(taskId, "code");
  await says("reminded", ["freeze"]);
  const { pool } = environment.system.db;
  await pool.query("update variable set deadline_tick = deadline_tick - 40 where task_id = $1", [taskId]);
  await says("reminded", ["freeze", "resume", "freeze"]);
  await customer.push(taskId, "code", "1");
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
});

test("with keepAlive a page is never frozen, and its timeline says where it went by itself", async () => {
  const { customer } = environment;
  await using _ = environment.startWorker();
  const frozen = await customer.create(site.url("/?other"), stepsOf(), { variables });
  const steps = stepsOf({ keepAlive: { permanent: true } });
  const taskId = await customer.create(site.url("/?leaving"), steps, { variables });
  for (const one of [taskId, frozen]) await customer.waits(one, "code");
  await says("other", ["freeze"]);
  expect(saidBy("leaving")).toEqual([]);
  await says("signed-out", ["shown"]);
  await customer.push(taskId, "code", "1");
  const end = await customer.end(taskId);
  expect(end).toMatchObject({
    status: "failed",
    description: expect.stringContaining("signed-out while the task waited"),
  });
  await customer.cancel(frozen);
});

test("a task whose wait ends without a value has a picture of its page, which was frozen", async () => {
  const { customer } = environment;
  await using _ = environment.startWorker();
  const taskId = await customer.create(site.url("/?late"), stepsOf(), { variables });
  await customer.waits(taskId, "code");
  await says("late", ["freeze"]);
  const { pool } = environment.system.db;
  await pool.query("update variable set deadline_tick = 0 where task_id = $1", [taskId]);
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "failed", code: "ERROR_VARIABLE_TIMEOUT" });
  await says("late", ["freeze", "resume"]);
});
