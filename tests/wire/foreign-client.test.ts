import { createRequire } from "node:module";
import { waitForIt } from "@gatepost/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { type Account, newAccount, type Operator, openOperator } from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";

/**
 * A client library of this protocol that nobody here wrote: the official one of the service that the protocol comes
 * from (npm, ISC). Only its template tasks are called, only its host is changed, and nothing leaves this machine.
 */
interface ForeignClient {
  settings: { clientKey: string; softId: number; firstAttemptWaitingInterval: number; normalWaitingInterval: number };
  setAPIKey(key: string): void;
  shutUp(): void;
  getBalance(): Promise<number>;
  getCreditsBalance(): Promise<number>;
  sendAntiGateTask(websiteURL: string, templateName: string, variables: object, ...proxy: unknown[]): Promise<number>;
  pushAntiGateVariable(name: string, value: unknown): Promise<{ errorId: number; status: string }>;
  waitForResult(taskId: number): Promise<{ url: string; cookies: object; localStorage: object; domain: string }>;
}

const require = createRequire(import.meta.url);
const library = require.resolve("@antiadmin/anticaptchaofficial");
const client = require(library) as ForeignClient;
/** The copy of axios that the library itself calls. */
const axios = createRequire(library)("axios") as {
  interceptors: { request: { use(change: (request: { url?: string }) => { url?: string }): void } };
};

let site: Site;
let installation: Installation;
let operator: Operator;
let account: Account;

beforeAll(async () => {
  site = await startSite();
  installation = await startInstallation({ worker: true, egressAllow: `127.0.0.1:${site.port}` });
  axios.interceptors.request.use((request) => {
    const { host, pathname } = new URL(request.url ?? "");
    if (host !== "api.anti-captcha.com") throw new Error(`The library was about to call ${host}.`);
    return { ...request, url: installation.url + pathname };
  });
  operator = openOperator(installation);
  account = await newAccount(operator);
  client.shutUp();
  client.settings.firstAttemptWaitingInterval = 0.05;
  client.settings.normalWaitingInterval = 0.05;
});

afterAll(async () => {
  await operator?.close();
  await installation?.stop();
  await site?.close();
});

const template = "Sign-in with 2FA and wait for control text";
const variables = {
  login_input_css: "#login",
  login_input_value: "ada",
  password_input_css: "#password",
  password_input_value: "lovelace",
  "2fa_input_css": "#2facode",
  "2fa_input_value": waitForIt,
  control_text: "Welcome, Ada",
};

const send = (websiteURL = `${site.url}/login`, name = template, given: object = variables) => {
  client.setAPIKey(account.clientKey);
  return client.sendAntiGateTask(websiteURL, name, given);
};

test("it runs the late-variable flow with the built-in template", { timeout: 60_000 }, async () => {
  const taskId = await send();
  expect(taskId).toBeGreaterThan(0);
  expect(await client.pushAntiGateVariable("2fa_input_value", rightCode)).toEqual({ errorId: 0, status: "success" });
  const solution = await client.waitForResult(taskId);
  expect(solution).toMatchObject({
    url: `${site.url}/welcome`,
    domain: "127.0.0.1",
    cookies: { theme: "plain" },
    localStorage: { greeted: "Ada" },
  });
  expect(site.submissions("/2fa")).toEqual([{ path: "/2fa", fields: { code: rightCode } }]);
});

test("it reads the balance", async () => {
  const fresh = await newAccount(operator, { balance: 12.3456 });
  client.setAPIKey(fresh.clientKey);
  expect(await client.getBalance()).toBe(12.3456);
  expect(await client.getCreditsBalance()).toBe(0);
});

test("it throws error codes as strings, from responses with status 200", async () => {
  client.setAPIKey("12345678901234567890123456789012");
  await expect(client.getBalance()).rejects.toBe("ERROR_KEY_DOES_NOT_EXIST");
  await expect(send(`${site.url}/login`, "No such template")).rejects.toBe("ERROR_TEMPLATE_NOT_FOUND");
  await expect(send(`${site.url}/login`, template, {})).rejects.toBe("ERROR_INCORRECT_SESSION_DATA");
  await expect(send("http://169.254.169.254/")).rejects.toBe("ERROR_WEBSITE_NOT_ALLOWED");
  const taskId = await send(`${site.url}/login`, template, { ...variables, "2fa_input_value": waitForIt });
  await expect(client.pushAntiGateVariable("no_such_name", "1")).rejects.toBe("ERROR_VARIABLE_NOT_EXPECTED");
  client.setAPIKey((await newAccount(operator)).clientKey);
  await expect(client.pushAntiGateVariable("2fa_input_value", "1")).rejects.toBe("ERROR_NO_SUCH_CAPCHA_ID");
  await expect(client.waitForResult(taskId)).rejects.toBe("ERROR_NO_SUCH_CAPCHA_ID");
});

test("an application's id that is not one of ours, as libraries send it, does no harm", async () => {
  client.settings.softId = 867;
  await expect(send()).resolves.toBeGreaterThan(0);
  client.settings.softId = 0;
  await expect(send()).resolves.toBeGreaterThan(0);
});
