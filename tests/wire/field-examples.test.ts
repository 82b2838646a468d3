import { createRequire } from "node:module";
import type { ErrorCode } from "@gatepost/contract/errors";
import type { Step } from "@gatepost/contract/steps";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { beforeAll, describe, expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { type Answer, expectError, post } from "./call.ts";
import { exampleCode, startFieldSite } from "./field-site.ts";
import { openWithWorker } from "./wire.ts";

/**
 * Row F4: the calls of the public examples for AntiGateTask, in the documentation of the service that the protocol comes
 * from and of its official clients for PHP, Python, Node.js, Java, Kotlin, Go, C# and Rust. Names and values are theirs;
 * hosts are ours: the installation's, and that of pages at the same paths.
 */

const site = await startFieldSite();
const { installation, operator } = openWithWorker();
const account = await newAccount(operator);

const call = (method: string, body: object): Promise<Answer> =>
  post(installation.url, method, { clientKey: account.clientKey, ...body });

const form = (login: string, password: string) => ({
  login_input_css: "#login",
  login_input_value: login,
  password_input_css: "#password",
  password_input_value: password,
});
const controlText = { control_text: "You have been logged successfully" };
const lateCode = { "2fa_input_css": "#2facode", "2fa_input_value": "_WAIT_FOR_IT_" };

const signIn = "Sign-in and wait for control text";
const signInWith2fa = "Sign-in with 2FA and wait for control text";

interface Example {
  path: string;
  templateName: string;
  variables: Record<string, string>;
}
const plain = (login: string, password: string): Example => ({
  path: "/logintest.php",
  templateName: signIn,
  variables: { ...form(login, password), ...controlText },
});
const with2fa = (login: string, password: string): Example => ({
  path: "/logintest2fa.php",
  templateName: signInWith2fa,
  variables: { ...form(login, password), ...lateCode, ...controlText },
});

const taskOf = ({ path, ...task }: Example) => ({ type: "AntiGateTask", websiteURL: site.url + path, ...task });

const noProxy = { proxyAddress: "", proxyPort: 0, proxyLogin: "", proxyPassword: "" };
const nullProxy = { proxyAddress: null, proxyPort: null, proxyLogin: null, proxyPassword: null };
const sampleProxy = {
  proxyType: "http",
  proxyAddress: "1.2.3.4",
  proxyPort: 1234,
  proxyLogin: "login-optional",
  proxyPassword: "password-optional",
};

/** What each client makes of its example. */
const bodies: Record<string, (example: Example) => object> = {
  PHP: (example) => ({ task: { ...taskOf(example), domainsOfInterest: [], ...nullProxy }, softId: null }),
  Python: (example) => ({ task: { ...taskOf(example), domainsOfInterest: [], ...noProxy }, softId: 0 }),
  "Python, older": (example) => ({ task: { ...taskOf(example), ...noProxy } }),
  "Java and Kotlin": (example) => ({
    task: { ...taskOf(example), domainsOfInterest: ["domain1.com", "domain2.com"] },
    softId: 0,
  }),
  "C# and Rust": (example) => ({ task: taskOf(example), softId: 0 }),
};

/** The solution, once the task has ended. */
async function resultOf(taskId: number) {
  const result = async () => (await call("getTaskResult", { taskId })).body;
  await expect.poll(result, { timeout: 45_000, interval: 100 }).not.toMatchObject({ status: "processing" });
  const body = await result();
  expect(body).toMatchObject({ errorId: 0, status: "ready" });
  return body.solution;
}

function expectSolution(solution: Record<string, unknown>, path: string): void {
  expect(solution).toMatchObject({
    cookies: { visited: "1" },
    localStorage: { seen: "1" },
    url: site.url + path,
    domain: "127.0.0.1",
    fingerprint: { "self.navigator.userAgent": expect.stringContaining("Chrome") },
    requestHeaders: { "user-agent": expect.any(String) },
    screenshots: expect.any(Array),
    HTMLsInBase64: expect.any(Array),
  });
}

test.for(Object.entries(bodies))(
  "F4: the examples of %s run to their end, and are refused through a proxy, with what to change",
  async ([name, body]) => {
    const password = `password of ${name}`;
    const answer = await call("createTask", body(plain("the login", password)));
    expect(answer.text).toMatch(/^\{"errorId":0,"taskId":\d+\}$/);
    const { taskId } = (await call("createTask", body(with2fa("test login", password)))).body;
    const push = await call("pushAntiGateVariable", { taskId, name: "2fa_input_value", value: exampleCode });
    expect(push.body).toEqual({ errorId: 0, status: "success" });
    expectSolution(await resultOf(answer.body.taskId), "/logintest.php");
    expect(site.received).toContainEqual(["/logintest.php", { login: "the login", password }]);
    expectSolution(await resultOf(taskId), "/logintest2fa.php");

    const { task } = body(plain("the login", password)) as { task: object };
    const refused = await call("createTask", { task: { ...task, ...sampleProxy } });
    expectError(refused, "ERROR_BAD_REQUEST");
    expect(refused.body.errorDescription).toContain("proxies are not supported");
  },
);

/** The official client for Node.js itself (npm, ISC), of which only the host is changed. */
interface NodeClient {
  settings: { softId: number; firstAttemptWaitingInterval: number; normalWaitingInterval: number };
  setAPIKey(key: string): void;
  shutUp(): void;
  getBalance(): Promise<number>;
  getCreditsBalance(): Promise<number>;
  solveAntiGateTask(url: string, template: string, variables: object, ...proxy: unknown[]): Promise<object>;
  sendAntiGateTask(url: string, template: string, variables: object): Promise<number>;
  pushAntiGateVariable(name: string, value: unknown): Promise<unknown>;
  waitForResult(taskId: number): Promise<Record<string, unknown>>;
}

describe("F4: the client for Node.js itself", () => {
  const library = createRequire(import.meta.url).resolve("@antiadmin/anticaptchaofficial");
  const client = createRequire(import.meta.url)(library) as NodeClient;
  const axios = createRequire(library)("axios") as {
    interceptors: { request: { use(change: (request: { url?: string }) => { url?: string }): void } };
  };
  beforeAll(() => {
    axios.interceptors.request.use((request) => {
      const { host, pathname } = new URL(request.url ?? "");
      if (host !== "api.anti-captcha.com") throw new Error(`The client was about to call ${host}.`);
      return { ...request, url: installation.url + pathname };
    });
    client.shutUp();
    client.setAPIKey(account.clientKey);
    Object.assign(client.settings, { firstAttemptWaitingInterval: 0.1, normalWaitingInterval: 0.1 });
  });

  test("sign-in, and the same through a proxy", async () => {
    const { path, templateName, variables } = plain("the login", "the password");
    const solve = (...proxy: unknown[]) => client.solveAntiGateTask(site.url + path, templateName, variables, ...proxy);
    expectSolution((await solve()) as Record<string, unknown>, path);
    await expect(solve("PROXY_IP", "PROXY_PORT", "PROXY_LOGIN", "PROXY_PASSWORD")).rejects.toBe("ERROR_BAD_REQUEST");
  });

  const late = with2fa("the login", "the password");
  const send = (url = site.url + late.path, templateName = late.templateName, variables: object = late.variables) =>
    client.sendAntiGateTask(url, templateName, variables);

  test("sign-in with a late variable", async () => {
    const taskId = await send();
    const pushed = await client.pushAntiGateVariable("2fa_input_value", exampleCode);
    expect(pushed).toEqual({ errorId: 0, status: "success" });
    expectSolution(await client.waitForResult(taskId), late.path);
  });

  test("it reads the balance, and throws error codes as strings, from responses with status 200", async () => {
    client.setAPIKey((await newAccount(operator, { balance: 12.3456 })).clientKey);
    expect([await client.getBalance(), await client.getCreditsBalance()]).toEqual([12.3456, 0]);
    client.setAPIKey("12345678901234567890123456789012");
    await expect(client.getBalance()).rejects.toBe("ERROR_KEY_DOES_NOT_EXIST");
    client.setAPIKey(account.clientKey);
    await expect(send(undefined, "No such template")).rejects.toBe("ERROR_TEMPLATE_NOT_FOUND");
    await expect(send(undefined, undefined, {})).rejects.toBe("ERROR_INCORRECT_SESSION_DATA");
    await expect(send("http://169.254.169.254/")).rejects.toBe("ERROR_WEBSITE_NOT_ALLOWED");
    const taskId = await send();
    await expect(client.pushAntiGateVariable("no_such_name", "1")).rejects.toBe("ERROR_VARIABLE_NOT_EXPECTED");
    client.setAPIKey((await newAccount(operator)).clientKey);
    await expect(client.pushAntiGateVariable("2fa_input_value", "1")).rejects.toBe("ERROR_NO_SUCH_CAPCHA_ID");
    await expect(client.waitForResult(taskId)).rejects.toBe("ERROR_NO_SUCH_CAPCHA_ID");
  });

  test("an application's id that is not one of ours, as libraries send it, does no harm", async () => {
    client.setAPIKey(account.clientKey);
    for (const softId of [867, 0]) {
      client.settings.softId = softId;
      await expect(send()).resolves.toBeGreaterThan(0);
    }
  });
});

const field = (id: string, variable: string): Step => ({
  type: "FILL_INPUT",
  selector: { permanent: id },
  value: { variable },
});
const enter: Step = { type: "PRESS_KEY", key: { permanent: "Enter" } };
const wait = (name: string): Step => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } });

/** Examples whose template is the reader's own, with one that its account saved. */
const ownTemplates: Record<string, Example & { steps: Step[]; late: string }> = {
  "of a registration with a code by email": {
    path: "/socialnetwork/register.php",
    templateName: "Social network registration",
    variables: { email_var: "ada@example.org", password_var: "thepassword123", confirmation_code: "_WAIT_FOR_IT_" },
    late: "confirmation_code",
    steps: [
      ...[field("#email", "email_var"), field("#password", "password_var"), enter],
      ...[wait("confirmation_code"), field("#2facode", "confirmation_code"), enter],
      { type: "WAIT_FOR_TEXT", text: { permanent: "Registered" } },
    ],
  },
  "of pushAntiGateVariable": {
    path: "/logintest2fa.php",
    templateName: "Template name here",
    variables: { my_late_variable: "_WAIT_FOR_IT_", other_var1: "some value", other_var2: "some value" },
    late: "my_late_variable",
    steps: [
      ...[field("#login", "other_var1"), field("#password", "other_var2"), enter],
      ...[wait("my_late_variable"), field("#2facode", "my_late_variable"), enter],
    ],
  },
};

test.for(Object.entries(ownTemplates))(
  "F4: the example %s is refused until the account has the template, and then runs to its end",
  async ([, { steps, late, ...example }]) => {
    const create = () => call("createTask", { task: taskOf(example) });
    expectError(await create(), "ERROR_TEMPLATE_NOT_FOUND");
    const { accountId } = account;
    await saveTemplate({ ctx: operator, input: { accountId, document: { name: example.templateName, steps } } });
    const { taskId } = (await create()).body;
    expect((await call("pushAntiGateVariable", { taskId, name: late, value: exampleCode })).body.errorId).toBe(0);
    expect(await resultOf(taskId)).toMatchObject({ url: site.url + example.path });
    expect(site.received).toContainEqual([example.path, { code: exampleCode }]);
  },
);

const recaptcha = { type: "RecaptchaV2TaskProxyless", websiteURL: "https://example.org/", websiteKey: "6LfI9IsU" };
const aroundRobots = {
  type: "AntiGateTask",
  websiteURL: "https://example.org/",
  templateName: "CloudFlare cookies for a proxy",
  variables: {},
  domainsOfInterest: ["anything"],
};

/** The other calls of the documentation, each with what of its success is looked at, or with the code of the stated error. */
const calls: [title: string, method: string, body: object, outcome: object | ErrorCode][] = [
  ["balance", "getBalance", {}, { balance: expect.any(Number) }],
  ["queue of AntiGate templates", "getQueueStats", { queueId: 25, templateName: signIn }, { total: 4 }],
  ["queue of another task type", "getQueueStats", { queueId: 6 }, "ERROR_BAD_REQUEST"],
  [
    "spending of a day, and of one queue",
    "getSpendingStats",
    { date: 1_672_185_600, queue: "Recaptcha Proxyless" },
    { data: expect.arrayContaining([{ dateFrom: 1_672_268_400, dateTill: 1_672_271_999, volume: 0, money: 0 }]) },
  ],
  [
    "test",
    "test",
    { clientKey: "myClientKey", hello: "world" },
    { request: { clientKey: "(hidden)", hello: "world" } },
  ],
  ["statistics of an application", "getAppStats", { softId: 867, mode: "money" }, "ERROR_ACCESS_DENIED"],
  ["a task of another type", "createTask", { task: recaptcha }, "ERROR_TASK_NOT_SUPPORTED"],
  ["a template that gets around a screen for robots", "createTask", { task: aroundRobots }, "ERROR_TEMPLATE_NOT_FOUND"],
  ["a report about a CAPTCHA", "reportIncorrectRecaptcha", { taskId: 7654321 }, "ERROR_NO_SUCH_METHOD"],
];

test.for(calls)("F4: %s (%s) works or gets a stated error", async ([, method, body, outcome]) => {
  const answer = await call(method, body);
  if (typeof outcome === "string") expectError(answer, outcome);
  else expect(answer.body).toMatchObject({ errorId: 0, ...outcome });
});
