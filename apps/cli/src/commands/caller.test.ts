import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { gatepostHere as gatepost, gatepost as gatepostAlone } from "../test-command.ts";
import { openCaller } from "../test-server.ts";

const key = "gp_any";
const { call, received } = await openCaller(gatepost);
/** Whose standard input has a line. */
const piped = await openCaller((command, env) => gatepostAlone(command, env, "correct  horse\n"));
const folder = openFolder();

/** What was sent, once it is known that the method takes it. */
function sent(method: MethodName, asked = received): unknown {
  expect(asked.map((one) => one.method)).toEqual([method]);
  const [{ body } = { body: undefined }] = asked;
  methods[method].request.parse(body);
  return body;
}

const success = { errorId: 0, status: "success" };
const waiting = {
  errorId: 0,
  status: "processing",
  waitingFor: ["code"],
  progress: { step: 6, of: 11, type: "WAIT_FOR_VARIABLE_VALUE" },
  waiting: [
    {
      name: "code",
      prompt: "Is it right?",
      kind: "yes_no",
      attempt: 1,
      refused: false,
      live: true,
      since: 1,
      expiresAt: 301,
    },
  ],
};
const ready = {
  errorId: 0,
  status: "ready",
  solution: {
    url: "https://example.com/welcome",
    domain: "example.com",
    cookies: { session: "s", theme: "plain" },
    localStorage: {},
    screenshots: ["iVBORw0K"],
    HTMLsInBase64: [],
    texts: { page: "Welcome, Ada\nYour balance" },
    files: {},
    cookieJar: [],
    fingerprint: { "self.navigator.userAgent": "Mozilla/5.0" },
    requestHeaders: {},
  },
  cost: "0.002000",
  ip: "127.0.0.1",
  createTime: 1_795_132_800,
  endTime: 1_795_132_807,
  solveCount: 1,
};

const create = "task create --template Heading --url https://example.com/login";

test("task create sends the template, the variables and which of them come later", async () => {
  const variables = "--var login=ada --var password=a=b --json-var approved=true --wait code";
  const made = await call(`${create} --soft-id 1007 ${variables}`, { errorId: 0, taskId: 7654321 });
  expect(made).toEqual({ code: 0, stderr: "", stdout: "taskId     7654321\nwaits for  code\n" });
  expect(sent("createTask")).toEqual({
    clientKey: key,
    softId: 1007,
    task: {
      type: "AntiGateTask",
      websiteURL: "https://example.com/login",
      templateName: "Heading",
      variables: { login: "ada", password: "a=b", approved: true, code: "_WAIT_FOR_IT_" },
    },
  });
  expect((await call(`${create} --id`, { errorId: 0, taskId: 7654321 })).stdout).toBe("7654321\n");
});

test("the error of a failed task names the command that shows what its page showed", async () => {
  const { stderr } = await call("task result 7654321", {
    errorId: 1010,
    errorCode: "ERROR_TASK_TIMEOUT",
    errorDescription: "Too long.",
    failure: { step: "2", type: "CLICK", url: "https://example.com/", screenshot: "iVBORw0K" },
  });
  expect(stderr).toContain("\n  npx gatepost task result 7654321 --save <folder> writes what the page showed\n");
});

test.each([
  { args: ["349001", "--json-value"], value: 349001 },
  { args: ['{"a":[null]}', "--json-value"], value: { a: [null] } },
  { args: ["--", "-5"], value: "-5" },
])("push $args sends $value", async ({ args, value }) => {
  const { code } = await call(["push", "7654321", "code", ...args], success);
  expect(code).toBe(0);
  expect(sent("pushAntiGateVariable")).toEqual({ clientKey: key, taskId: 7654321, name: "code", value });
});

test("call sends what is JSON as it is written, and anything else as text", async () => {
  const values = { approved: true, code: "007", list: [1, null] };
  const properties = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  await call(["call", "createtask", "large=1e400", "note=a=b", ...properties], success);
  // A test's server reads the number as JavaScript does, to which it is no longer one that can be written as null.
  expect(received[0]?.body).toEqual({ clientKey: key, large: Number.POSITIVE_INFINITY, note: "a=b", ...values });
});

test("task result names the value that a task waits for", async () => {
  const { code, stdout } = await call("task result 7654321", waiting);
  expect(stdout).toBe("status     processing\nstep       6 of 11, WAIT_FOR_VARIABLE_VALUE\nwaits for  code\n");
  expect(code).toBe(0);
});

test("task result --wait-until-done polls until the task ends, and says once which value to push", async () => {
  const { code, stdout, stderr } = await call("task result 7654321 --wait-until-done", waiting, waiting, ready);
  expect(stderr).toBe("The task waits for a value:\n  Is it right?\n  npx gatepost push 7654321 code <yes|no>\n");
  expect(stdout).toContain("took          7 s\ncost          $0.002\npage          https://example.com/welcome\n");
  expect(stdout).toContain("text page     Welcome, Ada\n              Your balance\n");
  expect(stdout).toContain("cookies       session, theme\n");
  expect(code).toBe(0);
});

test("data and files are summed up, with where the whole is", async () => {
  const data = { orders: [1, 2, 3, 4, 5].map((number) => ({ number: String(number), note: null })) };
  const files = { pdf: { name: "statement.pdf", type: "application/pdf", size: 12_345, base64: "" } };
  const read = { ...ready, solution: { ...ready.solution, data, files } };
  const { stdout } = await call("task result 7654321", read);
  expect(stdout).toMatch(
    /^data orders +5 items\n +number: 1, note: none\n +number: 2, note: none\n +number: 3, note: none\n +…\n/m,
  );
  expect(stdout).toMatch(/^file pdf +statement\.pdf, 12\.3 KB$/m);
  expect(stdout).toMatch(/\n\nAll data and files: npx gatepost task result 7654321 --json, or --save <folder>\n$/);
});

test("task watch prints each step once and, without a terminal, how to push the missing value", async () => {
  const running = { ...waiting, waitingFor: [], waiting: [], progress: { step: 2, of: 11, type: "FILL_INPUT" } };
  const { code, stdout, stderr } = await call("task watch 7654321", running, running, waiting, waiting, ready);
  expect(stderr).toBe(
    "step 2 of 11  FILL_INPUT\nstep 6 of 11  WAIT_FOR_VARIABLE_VALUE\n" +
      "The task waits for a value:\n  Is it right?\n  npx gatepost push 7654321 code <yes|no>\n",
  );
  expect(stdout).toContain("status        ready\n");
  expect(code).toBe(0);
});

const url = "https://gatepost.example.com/answer/x";
const heading = { name: "Heading", steps: [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: "h1" } }] };

test.each<[command: string | string[], MethodName, request: object, answer: object, stdout: string]>([
  [
    ["task", "cancel", "7", "--reason", "It never came."],
    "cancelTask",
    { taskId: 7, reason: "It never came." },
    success,
    "Task 7 is cancelled.\n",
  ],
  [
    ["task", "decline", "7", "code", "--reason", "Not me."],
    "declineVariable",
    { taskId: 7, name: "code", reason: "Not me." },
    success,
    "",
  ],
  [
    "task extend 7 code 10m",
    "extendWait",
    { taskId: 7, name: "code", seconds: 600 },
    { errorId: 0, expiresAt: 1_795_223_715 },
    "Task 7 waits for code until 2026-11-21T01:15:15.000Z.\n",
  ],
  [
    "task link 7 code --expires-in 1h",
    "createAnswerLink",
    { taskId: 7, name: "code", expiresIn: 3_600 },
    { errorId: 0, url, expires: 1 },
    `${url}\n`,
  ],
  [
    "template get Heading --version 1",
    "getTemplate",
    { name: "Heading", version: 1 },
    { errorId: 0, template: heading, version: 1 },
    `${JSON.stringify(heading, null, 2)}\n`,
  ],
  ["template delete Heading", "deleteTemplate", { name: "Heading" }, success, "Deleted Heading.\n"],
  [["secret", "delete", "my pin"], "deleteSecret", { name: "my pin" }, success, "Deleted my pin."],
])("%s calls %s with %o", async (command, method, request, answer, stdout) => {
  const ended = await call(command, answer);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout.startsWith(stdout), ended.stdout).toBe(true);
  expect(sent(method)).toEqual({ clientKey: key, ...request });
});

test("task list sends its filters, and prints what each task waits for", async () => {
  const task = { taskId: 7, state: "waiting", templateName: "Heading", softId: null, createTime: 1_795_222_800 };
  const tasks = [{ ...task, waitingFor: ["code"] }];
  const { stdout } = await call("task list --state waiting --template Heading", { errorId: 0, tasks, next: 7 });
  expect(sent("listTasks")).toEqual({ clientKey: key, state: "waiting", templateName: "Heading" });
  expect(stdout).toMatch(/^ *7 .*waiting +for code +Heading$/m);
  expect(stdout).toContain("There are more: add --after 7");
  const days = "--from 2026-11-01 --to 2026-11-02 --timezone Asia/Tokyo";
  await call(`task list --error-code ERROR_TASK_TIMEOUT ${days}`, { errorId: 0, tasks: [] });
  const range = { from: "2026-11-01", to: "2026-11-02", timezone: "Asia/Tokyo" };
  expect(sent("listTasks")).toEqual({ clientKey: key, errorCode: "ERROR_TASK_TIMEOUT", ...range });
});

test("--json prints the response as received; an error exits with code 1", async () => {
  const done = await call("task result 7654321 --json", ready);
  expect(JSON.parse(done.stdout)).toEqual(ready);
  const refusal = { errorId: 1011, errorCode: "ERROR_VARIABLE_TIMEOUT", errorDescription: "No code came in time." };
  const failed = await call("task result 7654321 --json", refusal);
  expect(JSON.parse(failed.stdout)).toEqual(refusal);
  expect(failed).toMatchObject({ code: 1, stderr: "ERROR_VARIABLE_TIMEOUT: No code came in time.\n" });
});

test("stats requests the range, and prints no colours into a pipe", async () => {
  const { response } = methods.getAppStats.examples[0] as { response: object };
  const command = "stats 1007 --mode money --from 2026-01-25 --timezone Europe/Paris";
  const { code, stdout } = await call(command, response);
  const asked = { clientKey: key, softId: 1007, mode: "money", timezone: "Europe/Paris", from: "2026-01-25" };
  expect(received.map(({ body }) => body)).toEqual([asked]);
  methods.getAppStats.request.parse(asked);
  expect(stdout).toContain("25 Jan  $1.11  █");
  expect(stdout).not.toContain("\u001b");
  expect(code).toBe(0);
  expect(await call(`${command} --csv`, response)).toMatchObject({ code: 0 });
});

test("template save sends the file's document, and prints the version with likely mistakes", async () => {
  const file = join(folder, "heading.json");
  writeFileSync(file, JSON.stringify(heading));
  const warnings = [{ path: "steps.1", message: "Odd." }];
  const saved = await call(`template save ${file} --if-version 0`, { errorId: 0, version: 1, warnings });
  expect(saved).toMatchObject({ code: 0, stdout: "Warning: steps.1: Odd.\nSaved version 1.\n" });
  expect(sent("saveTemplate")).toEqual({ clientKey: key, template: heading, ifVersion: 0 });
  const problems = [
    { path: "steps.1.type", message: "No." },
    { path: "steps.2", message: "No\u001b either." },
  ];
  const refusal = { errorId: 1001, errorCode: "ERROR_BAD_REQUEST", errorDescription: "steps.1.type: No.", problems };
  const refused = await call(`template save ${file} --json`, refusal);
  expect(refused).toMatchObject({ code: 1, stderr: "steps.1.type: No.\nsteps.2: No\ufffd either.\n" });
  expect(JSON.parse(refused.stdout)).toEqual(refusal);
});

test("template save sends a recording with its name and late variables, and a dry run prints the resulting template", async () => {
  const file = join(folder, "recording.json");
  const recording = { title: "", steps: [{ type: "change", value: "x", selectors: ["#code"] }] };
  writeFileSync(file, JSON.stringify(recording));
  const answer = { errorId: 0, version: 1, warnings: [], template: heading };
  const saved = await call(`template save ${file} --recording Code --late code --dry-run`, answer);
  expect(sent("saveTemplate")).toEqual({ clientKey: key, recording, name: "Code", late: ["code"], dryRun: true });
  expect(saved.stdout).toBe(`${JSON.stringify(heading, null, 2)}\nIt can be saved as version 1.\n`);
});

test("template list shows variables, and secret list names, domains and the day; both say how to get more", async () => {
  const variables = [{ name: "code", late: true }];
  const listed = { name: "Heading", description: "", version: 2, builtIn: false, updated: 1, variables };
  const list = await call("template list --search h", { errorId: 0, templates: [listed], next: 7 });
  expect(sent("listTemplates")).toEqual({ clientKey: key, search: "h" });
  expect(list.stdout).toMatch(/Heading +2 +code \(may come later\)\n\nThere are more: add --after 7\n$/);
  const secret = { name: "password", domains: ["bank.example"], created: 1_793_577_600, updated: 1_793_577_600 };
  const secrets = await call("secret list --limit 1", { errorId: 0, secrets: [secret], next: 7 });
  expect(secrets.stdout).toMatch(/password +bank\.example +2026-11-02[\s\S]*add --after 7/);
});

test("secret set takes the value from standard input, without the line break at its end, and shows it nowhere", async () => {
  const set = ["secret", "set", "bank password", "--domain", "bank.example", "shop.example"];
  const { code, stdout, stderr } = await piped.call(set, success);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(
    'Stored bank password for bank.example, shop.example. Templates type it with {"secret": "bank password"}.',
  );
  expect(stdout).not.toContain("horse");
  const domains = ["bank.example", "shop.example"];
  expect(sent("saveSecret", piped.received)).toEqual({
    clientKey: key,
    name: "bank password",
    value: "correct  horse",
    domains,
  });
});

test("secret set takes no value as an argument", async () => {
  const { code, stderr } = await call("secret set password horse --domain bank.example", {});
  expect({ code, received }).toEqual({ code: 2, received: [] });
  expect(stderr).toContain("Too many arguments");
});
