import type { WrittenStep } from "@gatepost/contract/steps";
import { getTask } from "@gatepost/domain/tasks/get-task";
import { extendWait } from "@gatepost/domain/waits/answer-wait";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";
import type { End } from "../testing/test-worker.ts";

const canary = "canary-4711-password";

const { site, environment, customer } = await openWorkerPages({
  "/": '<form action="/code"><input id="login" name="login"><input id="password" name="password" type="password"><button>Go</button></form>',
  "/code": (_, response) => {
    response.writeHead(200, { "content-type": "text/html", "set-cookie": ["session=abc; HttpOnly", "theme=dark"] });
    response.end('<!doctype html><title>Code</title><form action="/welcome"><input id="2facode" name="code"></form>');
  },
  "/welcome": (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      '<!doctype html><h1 id="hello">Welcome, Ada</h1><script>localStorage.setItem("greeted", "1")</script>',
    );
  },
  "/payment": `<p id="amount">$4,200.00</p><p id="payee">canary-payee</p>`,
  "/half": `<p id="hello"></p><p id="half"></p><script>
    const half = "a\\ud83db", zero = "a\\0b";
    hello.textContent = half;
    document.querySelector("#half").textContent = "\\ud83d";
    localStorage.setItem(half, half);
    localStorage.setItem(zero, zero);
    document.cookie = "half=" + half;
    history.pushState(null, "", "/half?" + half + "#" + half);
  </script>`,
  "/leads-away": (_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<a href="https://localhost:${site.port}/">go</a>`);
  },
  "/elsewhere": (_, response) => response.writeHead(302, { location: `http://localhost:${site.port}/` }).end(),
});

const fill = (selector: string, variable: string): WrittenStep => ({
  type: "FILL_INPUT",
  selector,
  value: { variable },
});
const enter: WrittenStep = { type: "PRESS_KEY", key: "Enter" };
const waitFor = (name: string, seconds?: number): WrittenStep => ({
  type: "WAIT_FOR_VARIABLE_VALUE",
  name,
  ...(seconds && { timeout: seconds }),
});
const see = (text: string, seconds = 10): WrittenStep => ({ type: "WAIT_FOR_TEXT", text, timeout: seconds });
const read: WrittenStep = { type: "READ_TEXT", selector: "#hello", as: "greeting" };
const picture: WrittenStep = { type: "TAKE_SCREENSHOT" };

const signIn: WrittenStep[] = [
  ...[fill("#login", "login"), fill("#password", "password"), enter],
  ...[waitFor("code"), fill("#2facode", "code"), enter, see("Welcome"), read, picture],
];
const variables = { login: "ada", password: canary, code: "_WAIT_FOR_IT_" };

function ready(end: End) {
  if (end.status !== "ready") throw new Error(`${end.code}: ${end.description}`);
  return end as typeof end & { solution: import("@gatepost/contract/solution").Solution };
}

describe("a task", () => {
  beforeAll(() => environment.startWorker().stop);

  test("a page with lone surrogates in its texts, storage, cookies and address is returned like any other", async () => {
    const html: WrittenStep = { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: "#half" };
    const { solution } = ready(await customer.end(await customer.create(site.url("/half"), [read, html])));
    expect(solution).toMatchObject({
      url: site.url("/half?a%EF%BF%BDb#a%EF%BF%BDb"),
      cookies: { half: "a\ud83db" },
      localStorage: { "a\ud83db": "a\ud83db", "a\0b": "a\0b" },
      texts: { greeting: "a\ud83db" },
      HTMLsInBase64: [Buffer.from('<p id="half">\ufffd</p>').toString("base64")],
    });
  });

  test("waits for its value, types it, and brings home what the page showed", async () => {
    const taskId = await customer.create(site.url("/"), signIn, { variables });
    await customer.waits(taskId, "code");
    await expect(customer.ask(taskId)).resolves.toMatchObject({
      waitingFor: ["code"],
      progress: { step: 4, of: 9, type: "WAIT_FOR_VARIABLE_VALUE" },
    });
    await customer.push(taskId, "code", "349001");
    const { solution, attempts } = ready(await customer.end(taskId));
    expect(solution).toMatchObject({
      url: site.url("/welcome?code=349001"),
      domain: "127.0.0.1",
      cookies: { session: "abc", theme: "dark" },
      localStorage: { greeted: "1" },
      texts: { greeting: "Welcome, Ada" },
      HTMLsInBase64: [],
    });
    expect(attempts).toBe(1);
    expect(solution.screenshots.map((png) => Buffer.from(png, "base64").toString("latin1", 1, 4))).toEqual(["PNG"]);
  });

  test("shows whoever is asked what the page said, and nobody else and not for longer", async () => {
    const readBy = (name: string): WrittenStep => ({ type: "READ_TEXT", selector: `#${name}`, as: name });
    const asks: WrittenStep = {
      ...waitFor("code"),
      prompt: { text: "Approve {{amount}} to {{payee}}?" },
    } as WrittenStep;
    const steps = [readBy("amount"), readBy("payee"), asks];
    const taskId = await customer.create(site.url("/payment"), steps, { variables: { code: "_WAIT_FOR_IT_" } });
    await customer.waits(taskId, "code");
    const prompt = "Approve “$4,200.00” to “canary-payee”?";
    expect(await customer.ask(taskId)).toMatchObject({ waiting: [{ name: "code", prompt }] });
    const asked = async () => (await getTask({ ctx: customer.ctx, input: { taskId } })).variables[0]?.prompt;
    expect(await asked()).toBe(prompt);
    const stored = "select encode(prompt, 'escape') as prompt from variable where task_id = $1";
    const { rows } = await environment.system.db.pool.query(stored, [taskId]);
    expect(rows[0].prompt).not.toContain("canary");

    await customer.push(taskId, "code", "yes");
    await customer.end(taskId);
    // Without the site's words, which are wiped, it is what the template says.
    expect(await asked()).toBe("Approve {{amount}} to {{payee}}?");
  });

  test("goes on if the connection that notifies about its value is lost (R6)", async () => {
    const taskId = await customer.create(site.url("/"), signIn, { variables });
    await customer.waits(taskId, "code");
    await environment.database.asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'gatepost listener' and datname = current_database()`,
    );
    await customer.push(taskId, "code", "1");
    const goesOn = async () => expect(await customer.ask(taskId)).not.toMatchObject({ waitingFor: ["code"] });
    await vi.waitFor(goesOn, { timeout: 60_000 });
    ready(await customer.end(taskId));
  });

  test("ends as ERROR_VARIABLE_TIMEOUT, not before its time", async () => {
    const steps = [waitFor("code", 1.5), fill("#login", "code")];
    const taskId = await customer.create(site.url("/"), steps, { variables: { code: "_WAIT_FOR_IT_" } });
    await customer.waits(taskId, "code");
    const began = performance.now();
    const end = await customer.end(taskId);
    expect(end).toMatchObject({
      code: "ERROR_VARIABLE_TIMEOUT",
      description: "Step 1 (WAIT_FOR_VARIABLE_VALUE): no value of code came within 1.5 s.",
    });
    expect(performance.now() - began).toBeGreaterThan(1_300);
  });
});

describe.concurrent("a task that fails", () => {
  beforeAll(() => environment.startWorker().stop);

  test("says at which step, why, how long and where, without a value and without the query", async () => {
    const steps = [fill("#login", "login"), fill("#password", "password"), enter, see("Welcome", 1)];
    const taskId = await customer.create(`${site.url("/")}?secret=${canary}#${canary}`, steps, {
      variables: { login: "Code", password: canary },
    });
    const end = await customer.end(taskId);
    expect(end).toMatchObject({ code: "ERROR_STEP_FAILED" });
    expect((end as { description: string }).description).toMatch(
      new RegExp(
        `^Step 4 \\(WAIT_FOR_TEXT\\) failed after \\d+\\.\\d s on ${site.url("/…")}: the page did not show the text "Welcome"; the page's title was "…"\\.$`,
      ),
    );
  });

  test("ends as ERROR_TASK_TIMEOUT while it waits, unless the wait was extended: then its limit is later too", async () => {
    const options = { variables, timeout: 12 };
    const [short, extended] = await Promise.all([
      customer.create(site.url("/"), signIn, options),
      customer.create(site.url("/"), signIn, options),
    ]);
    await Promise.all([customer.waits(short, "code"), customer.waits(extended, "code")]);
    await extendWait({ ctx: customer.ctx, input: { taskId: extended, name: "code", seconds: 600 } });
    await expect(customer.end(short)).resolves.toMatchObject({
      code: "ERROR_TASK_TIMEOUT",
      description: "The task took longer than its time limit. It was at step 4 (WAIT_FOR_VARIABLE_VALUE).",
    });
    await expect(customer.ask(extended)).resolves.toMatchObject({ waitingFor: ["code"] });
    await customer.push(extended, "code", "349001");
    expect(ready(await customer.end(extended)).attempts).toBe(1);
  });

  test("ends as ERROR_WEBSITE_NOT_ALLOWED where an address leads to a closed network, at once or by a click", async () => {
    const first = await customer.create(site.url("/elsewhere"), [see("x", 1)]);
    await expect(customer.end(first)).resolves.toMatchObject({
      code: "ERROR_WEBSITE_NOT_ALLOWED",
      description: expect.stringContaining("Step 0 (opening websiteURL) failed"),
    });
    const click: WrittenStep = { type: "CLICK", selector: "a" };
    const taskId = await customer.create(site.url("/leads-away"), [click, see("x", 1)]);
    await expect(customer.end(taskId)).resolves.toMatchObject({ code: "ERROR_WEBSITE_NOT_ALLOWED" });
  });
});

test("with an empty queue a slot that becomes free is not offered to it", async () => {
  await using running = environment.startWorker();
  const { db } = running.app;
  const { run } = db;
  const asked: string[] = [];
  db.run = (statement, ...params) => {
    asked.push(statement.name);
    return run(statement, ...params);
  };
  const taskId = await customer.create(site.url("/"), signIn, { variables });
  await customer.waits(taskId, "code");
  asked.length = 0;
  await customer.push(taskId, "code", "349001");
  ready(await customer.end(taskId));
  expect(asked).toContain("end_tasks");
  expect(asked).not.toContain("claim_tasks");
});

test("a task does not stop where the value came before the wait, or was given at creation", async () => {
  const early = await customer.create(site.url("/"), signIn, { variables });
  await customer.push(early, "code", 12345);
  const given = await customer.create(site.url("/"), signIn, { variables: { ...variables, code: null } });
  await using _ = environment.startWorker();
  expect(ready(await customer.end(early)).solution.url).toContain("code=12345");
  expect(ready(await customer.end(given)).solution.url).toMatch(/code=$/);
});

test("a task gives its slot to others while it waits; one without a waiting place stays in the queue", async () => {
  await using _ = environment.startWorker({ slots: 1, waitingMax: 4 });
  const create = () =>
    customer.create(site.url("/"), [waitFor("code"), fill("#login", "code")], {
      variables: { code: "_WAIT_FOR_IT_" },
    });
  const [first, second, third] = [await create(), await create(), await create()];
  for (const taskId of [first, second]) await customer.waits(taskId, "code");
  const other = await customer.create(site.url("/"), [see("nothing", 1)]);
  await expect(customer.end(other)).resolves.toMatchObject({ code: "ERROR_STEP_FAILED" });
  await expect(customer.ask(third)).resolves.toMatchObject({ progress: { step: 0, type: "" } });
  for (const taskId of [first, second]) await customer.push(taskId, "code", "1");
  await customer.waits(third, "code");
  await customer.push(third, "code", "1");
  for (const taskId of [first, second, third]) ready(await customer.end(taskId));
});
