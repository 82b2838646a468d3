import type { ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { WrittenStep } from "@gatepost/contract/steps";
import { getTask } from "@gatepost/domain/tasks/get-task";
import { callbackBody } from "@gatepost/presenters/task-result";
import { afterAll, describe, expect, test } from "vitest";
import { codeLater, fillFrom, openWorkerPages, picture, press, readText, see, wait } from "../testing/test-pages.ts";

const canary = "canary-4711-password";
const callbacks: unknown[] = [];
const unanswered = Promise.withResolvers<ServerResponse>();

const { site, environment, customer } = await openWorkerPages({
  "/": '<form action="/code"><input id="login" name="login"><input id="password" name="password" type="password"><button>Go</button></form>',
  "/code": (_, response) => {
    response.setHeader("set-cookie", ["session=abc; HttpOnly", "theme=dark"]);
    return '<title>Code</title><form action="/welcome"><input id="2facode" name="code"></form>';
  },
  "/welcome": '<h1 id="hello">Welcome, Ada</h1><script>localStorage.setItem("greeted", "1")</script>',
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
  "/leads-away": () => `<a href="https://localhost:${site.port}/">go</a>`,
  "/callback": async (request, response) => {
    callbacks.push(await json(request));
    response.end();
  },
  "/silent": (_, response) => unanswered.resolve(response),
  "/elsewhere": (_, response) => response.writeHead(302, { location: `http://localhost:${site.port}/` }).end(),
});

const enter = press("Enter");
const read = readText("#hello", "greeting");

const signIn: WrittenStep[] = [
  ...[fillFrom("#login", "login"), fillFrom("#password", "password"), enter],
  ...[wait, fillFrom("#2facode", "code"), enter, see("Welcome", 10), read, picture],
];
const variables = { login: "ada", password: canary, code: "_WAIT_FOR_IT_" };

/** Before a worker runs them: one whose value comes before its wait, and one whose value was given at creation. */
const early = await customer.create(site.url("/"), signIn, { variables });
await customer.push(early, "code", 12345);
const given = await customer.create(site.url("/"), signIn, { variables: { ...variables, code: null } });

describe("a task", () => {
  const running = environment.startWorker();
  afterAll(running.stop);

  test("does not stop where the value came before the wait, or was given at creation", async () => {
    expect((await customer.solution(early)).url).toContain("code=12345");
    expect((await customer.solution(given)).url).toMatch(/code=$/);
  });

  test("a page with lone surrogates in its texts, storage, cookies and address is returned like any other", async () => {
    const html: WrittenStep = { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: "#half" };
    const taskId = await customer.create(site.url("/half"), [read, html]);
    expect(await customer.solution(taskId)).toMatchObject({
      url: site.url("/half?a%EF%BF%BDb#a%EF%BF%BDb"),
      cookies: { half: "a\ud83db" },
      localStorage: { "a\ud83db": "a\ud83db", "a\0b": "a\0b" },
      texts: { greeting: "a\ud83db" },
      HTMLsInBase64: [Buffer.from('<p id="half">\ufffd</p>').toString("base64")],
    });
  });

  test("waits for its value, types it, and brings home what the page showed; the slot that it leaves is not offered to an empty queue", async () => {
    const { db } = running.app;
    const { run } = db;
    const statements: string[] = [];
    db.run = (statement, ...params) => {
      statements.push(statement.name);
      return run(statement, ...params);
    };
    const taskId = await customer.createWaiting(site.url("/"), signIn, { variables });
    await expect(customer.ask(taskId)).resolves.toMatchObject({
      waitingFor: ["code"],
      progress: { step: 4, of: 9, type: "WAIT_FOR_VARIABLE_VALUE" },
    });
    statements.length = 0;
    await customer.push(taskId, "code", "349001");
    const solution = await customer.solution(taskId);
    expect(statements).toContain("end_tasks");
    expect(statements).not.toContain("claim_tasks");
    expect(solution).toMatchObject({
      url: site.url("/welcome?code=349001"),
      domain: "127.0.0.1",
      cookies: { session: "abc", theme: "dark" },
      localStorage: { greeted: "1" },
      texts: { greeting: "Welcome, Ada" },
      HTMLsInBase64: [],
    });
    expect(await customer.end(taskId)).toMatchObject({ attempts: 1 });
    expect(solution.screenshots.map((png) => Buffer.from(png, "base64").toString("latin1", 1, 4))).toEqual(["PNG"]);
  });

  test("shows whoever is asked what the page said, and nobody else and not for longer", async () => {
    const asks = { ...wait, prompt: { text: "Approve {{amount}} to {{payee}}?" } } as WrittenStep;
    const steps = [readText("#amount", "amount"), readText("#payee", "payee"), asks];
    const taskId = await customer.createWaiting(site.url("/payment"), steps, codeLater);
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
    const taskId = await customer.createWaiting(site.url("/"), signIn, { variables });
    await environment.database.asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'gatepost listener' and datname = current_database()`,
    );
    await customer.push(taskId, "code", "1");
    await customer.solution(taskId);
  });

  test("ends as ERROR_WEBSITE_NOT_ALLOWED where an address leads to a closed network, at once or by a click", async () => {
    const first = await customer.create(site.url("/elsewhere"), [see("x", 1)]);
    await expect(customer.end(first)).resolves.toMatchObject({
      code: "ERROR_WEBSITE_NOT_ALLOWED",
      description: expect.stringContaining("Step 0 (opening websiteURL) failed"),
    });
    const taskId = await customer.create(site.url("/leads-away"), [{ type: "CLICK", selector: "a" }, see("x", 1)]);
    await expect(customer.end(taskId)).resolves.toMatchObject({ code: "ERROR_WEBSITE_NOT_ALLOWED" });
  });
});

test.each<[string, WrittenStep[]]>([
  ["a running step", [see("nothing", 50)]],
  ["a wait", [wait, fillFrom("#login", "code")]],
])("cancelTask stops %s at once and gives its place to the next task", async (_, steps) => {
  await using _worker = environment.startWorker({ slots: 1, waitingMax: 1 });
  const create = () => customer.create(site.url("/"), steps, { variables });
  const [first, next] = [await create(), await create()];
  await expect.poll(() => customer.ask(first)).toMatchObject({ progress: { step: 1 } });
  expect(await environment.taskRow(next)).toMatchObject({ attempts: 0 });
  await customer.cancel(first);
  // By itself, what was cancelled would go on for 50 s, or wait.
  await expect.poll(() => environment.taskRow(next)).toMatchObject({ attempts: 1 });
  await expect(customer.end(first)).resolves.toMatchObject({ code: "ERROR_TASK_CANCELED" });
  await customer.cancel(next);
});

test("callbackUrl gets the result, or the failure in the error envelope; a receiver that never answers does not hold up a worker that stops", async () => {
  const { stop } = environment.startWorker();
  const callbackUrl = site.url("/callback");
  const readyId = await customer.create(site.url("/welcome"), [read], { callbackUrl });
  await expect.poll(() => callbacks).toHaveLength(1);
  const result = await customer.ask(readyId);
  expect(result).toMatchObject({ status: "ready", solution: { texts: { greeting: "Welcome, Ada" } } });
  expect(callbacks[0]).toEqual(callbackBody({ taskId: readyId, result }));

  const missing: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#none", timeout: 0.5 };
  const failedId = await customer.create(site.url("/welcome"), [missing], { callbackUrl });
  await expect.poll(() => callbacks).toHaveLength(2);
  const failure = { step: "1", type: "WAIT_FOR_ELEMENT", screenshot: expect.stringMatching(/^UklGR/) };
  expect(callbacks[1]).toMatchObject({ errorId: 1012, failure, partial: { texts: {}, data: {} }, taskId: failedId });

  await customer.create(site.url("/welcome"), [read], { callbackUrl: site.url("/silent") });
  const response = await unanswered.promise;
  const givenUp = new Promise((resolve) => response.on("close", () => resolve("the request was given up first")));
  expect(await Promise.race([stop().then(() => "stopped"), givenUp])).toBe("stopped");
  response.end();
});
