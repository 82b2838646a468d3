import { setTimeout as sleep } from "node:timers/promises";
import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, expect, test, vi } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { emailedCode } from "../../../cli/src/demo-site/jobs/sign-in.ts";
import { openTestSite } from "../testing/test-browser.ts";
import { click, codeLater, fillFrom, openWorkerDemoSite, press, readText } from "../testing/test-pages.ts";

const slow = await openTestSite({
  "/": slowForm(""),
  "/check": async (request, response) => {
    const code = new URL(request.url ?? "", slow.url()).searchParams.get("code");
    await sleep(1_500);
    response.writeHead(303, { location: code === rightCode ? "/welcome" : "/refused" }).end();
  },
  "/welcome": async (_, response) => {
    await sleep(1_500);
    response.end("Welcome");
  },
  "/refused": async (_, response) => {
    await sleep(1_500);
    response.setHeader("content-type", "text/html").end(slowForm("That code is not right"));
  },
});
afterAll(() => slow.close());
const { site, environment, customer } = await openWorkerDemoSite({ also: slow.host });
// For all tests at once, because they wait more than they compute.
environment.startWorker({ slots: 9 });

/** Resolves when the variable is awaited for that time. `expect.poll` knows one test at a time only. */
function asked(taskId: number, attempt: number): Promise<void> {
  const awaited = "select attempt from variable where task_id = $1 and state = 'awaited' and awaited_at is not null";
  const look = async () =>
    expect((await environment.system.db.pool.query(awaited, [taskId])).rows).toEqual([{ attempt }]);
  return vi.waitFor(look, { timeout: 60_000, interval: 100 });
}

/** Pushes each value to a wait of its own. */
async function pushAll(taskId: number, name: string, values: string[]): Promise<void> {
  for (const [n, value] of values.entries()) {
    await asked(taskId, n + 1);
    await customer.push(taskId, name, value);
  }
}

const wait = (name: string): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name });
const welcome: WrittenStep = { type: "WAIT_FOR_TEXT", text: "Welcome" };
const signIn: WrittenStep[] = [
  ...[fillFrom("#login", "login"), fillFrom("#password", "password"), press("Enter")],
  ...[wait("code"), fillFrom("#2facode"), press("Enter")],
  { type: "ASK_AGAIN_IF_TEXT", text: "That code is not right", name: "code", attempts: 2, timeout: 4 },
  welcome,
  readText("h1", "greeting"),
];
const variables = { login: "ada", password: "lovelace", code: "_WAIT_FOR_IT_" };

test.concurrent("a refused value is asked for again in the same session, is refused when it is pushed again, and the right one is taken", async () => {
  const taskId = await customer.create(`${site.url}/login`, signIn, { variables });
  await pushAll(taskId, "code", ["000000"]);
  await asked(taskId, 2);
  await expect(customer.push(taskId, "code", "000000")).rejects.toMatchObject({ code: "ERROR_VARIABLE_REFUSED" });
  await expect(customer.ask(taskId)).resolves.toMatchObject({ waitingFor: ["code"] });
  await customer.push(taskId, "code", rightCode);
  await expect(customer.end(taskId)).resolves.toMatchObject({
    status: "ready",
    solution: { texts: { greeting: "Welcome, Ada" } },
    attempts: 1,
  });
  const places = (await customer.timeline(taskId)).map(({ place, outcome }) => `${place} ${outcome}`);
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9].map((place) => `${place} done`));
});

test.concurrent("nobody is asked where the refused value was given at creation", async () => {
  const given = { variables: { ...variables, code: "000000" } };
  await expect(customer.end(await customer.create(`${site.url}/login`, signIn, given))).resolves.toMatchObject({
    code: "ERROR_STEP_FAILED",
    description: expect.stringContaining("the value of code, which was given when the task was created"),
  });
});

test.concurrent("a task ends as ERROR_STEP_FAILED when the last value that it asks for is refused too", async () => {
  const taskId = await customer.create(`${site.url}/login`, signIn, { variables });
  await pushAll(taskId, "code", ["000001", "000002"]);
  await expect(customer.end(taskId)).resolves.toMatchObject({
    code: "ERROR_STEP_FAILED",
    description: expect.stringMatching(/^Step 7 \(ASK_AGAIN_IF_TEXT\) failed .*: the site refused 2 values/),
  });
});

/** Fills two codes in one form, of which the second is wrong at first. */
async function sendTwoCodes(first: WrittenStep[], waitTimeout: number): Promise<number> {
  const steps: WrittenStep[] = [
    ...[...first, click("#confirm")],
    { type: "ASK_AGAIN_IF_ELEMENT", selector: "#sms", name: "email", timeout: 2, waitTimeout },
    { type: "WAIT_FOR_TEXT", text: "Your device is confirmed" },
  ];
  const late = { variables: { sms: "_WAIT_FOR_IT_", email: "_WAIT_FOR_IT_" } };
  const taskId = await customer.create(`${site.url}/jobs/two-codes`, steps, late);
  await customer.push(taskId, "sms", rightCode);
  await customer.push(taskId, "email", "000000");
  await asked(taskId, 2);
  await customer.push(taskId, "email", emailedCode);
  return taskId;
}

test.concurrent("of two codes in one form, a wrong one is asked for again, and both are typed again after their waits", async () => {
  const taskId = await sendTwoCodes(
    [wait("sms"), wait("email"), fillFrom("#sms", "sms"), fillFrom("#email", "email")],
    120,
  );
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
});

test.concurrent("a wait that ends after a refusal says what may have been refused instead", async () => {
  const taskId = await sendTwoCodes(
    [wait("sms"), fillFrom("#sms", "sms"), wait("email"), fillFrom("#email", "email")],
    3,
  );
  await expect(customer.end(taskId)).resolves.toMatchObject({
    code: "ERROR_VARIABLE_TIMEOUT",
    description: expect.stringMatching(
      /no value of email came within 3 s\. Step 6 had taken 2 values of email as refused\. If they were right, the site may have refused something else in the same form, or a field was left empty/,
    ),
  });
});

/** A form that a script submits a moment after it is told to. */
function slowForm(refusal: string): string {
  return `<form action="/check" onsubmit="setTimeout(() => this.submit(), 100); return false">
    <input id="code" name="code"><button id="send">Send</button></form><p>${refusal}</p>`;
}

test.concurrent.each<WrittenStep>([
  { type: "ASK_AGAIN_IF_ELEMENT", selector: { permanent: "#code" }, name: "code", timeout: 1 },
  { type: "ASK_AGAIN_IF_TEXT", text: "not right", name: "code", timeout: 1 },
])("$type waits for a site that judges the code for longer than the step's time", async (judge) => {
  const steps = [wait("code"), fillFrom("#code"), click("#send"), judge, welcome];
  const taskId = await customer.create(slow.url(), steps, codeLater);
  await pushAll(taskId, "code", ["000001", rightCode]);
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
});
