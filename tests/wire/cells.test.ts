import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largeBody, limits } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { newKey } from "@gatepost/domain/accounts/key";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatepost } from "../../apps/cli/src/test-command.ts";
import { newKey as insertKey, newTemplate } from "../factories.ts";
import { type Answer, expectError, expectSuccess, post } from "./call.ts";
import { Cell } from "./cell.ts";
import { send } from "./raw.ts";
import { type Router, startRouter, whyNoRouter } from "./router.ts";

const undo = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), "gatepost-cells-"));
const cells = { eu1: new Cell("eu1", folder), us1: new Cell("us1", folder) };
type Name = keyof typeof cells;
const names = Object.keys(cells) as Name[];
/** One account in each cell. */
const keys = {} as Record<Name, string>;
const tasks = {} as Record<Name, { clientKey: string; task: object }>;
/** A key of eu1 from before it was a cell. */
let olderKey: string;

const wait: Step = { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } };

beforeAll(async () => {
  chmodSync(folder, 0o711);
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  await Promise.all(names.map(startWithAccount));
}, 180_000);

afterAll(() => undo.disposeAsync());

async function startWithAccount(name: Name): Promise<void> {
  const cell = cells[name];
  undo.defer(() => cell.stop());
  await cell.start();
  const env = { DATABASE_URL: cell.database.url, GATEPOST_SECRET: cell.secret, GATEPOST_CELL: name };
  const args = ["account", "create", "--email", "ada@example.org", "--balance", "1000", "--json"];
  const { stdout, stderr } = await gatepost(args, env);
  expect(stderr).toBe("");
  const { accountId, clientKey } = JSON.parse(stdout);
  const operator = cell.operator();
  const templateName = await newTemplate(operator, { accountId }, [wait]);
  if (name === "eu1") olderKey = await insertKey(operator, accountId, { key: newKey() });
  await operator.close();
  const variables = { code: "_WAIT_FOR_IT_" };
  keys[name] = clientKey;
  tasks[name] = {
    clientKey,
    task: { type: "AntiGateTask", websiteURL: "https://example.org/", templateName, variables },
  };
}

async function created(url: string, name: Name): Promise<number> {
  const answer = await post(url, "createTask", tasks[name]);
  expectSuccess(answer, "createTask");
  return answer.body.taskId;
}

async function finish(url: string, clientKey: string, taskId: number): Promise<void> {
  expectSuccess(
    await post(url, "pushAntiGateVariable", { clientKey, taskId, name: "code", value: "1" }),
    "pushAntiGateVariable",
  );
  const result = () => post(url, "getTaskResult", { clientKey, taskId, waitSeconds: 5 });
  await expect.poll(async () => (await result()).body).toMatchObject({ status: "ready" });
}

test("a key names the cell that created it, and the other one refuses it as it refuses a key that nobody has", async () => {
  for (const [name, other] of [names, names.toReversed()] as [Name, Name][]) {
    expect(keys[name]).toMatch(new RegExp(`^gp_${name}_[0-9A-Za-z]{38}$`));
    expectSuccess(await post(cells[name].url, "getBalance", { clientKey: keys[name] }), "getBalance");
    const refused = await post(cells[other].url, "getBalance", { clientKey: keys[name] });
    expectError(refused, "ERROR_KEY_DOES_NOT_EXIST");
    for (const clientKey of [newKey(), newKey(other), newKey("zz9"), "gp_typo"])
      expect((await post(cells[other].url, "getBalance", { clientKey })).text).toBe(refused.text);
  }
  expectSuccess(await post(cells.eu1.url, "getBalance", { clientKey: olderKey }), "getBalance");
});

describe("HAProxy before two cells, each on a PostgreSQL server of its own", skippedIf(whyNoRouter()), () => {
  let router: Router;

  beforeAll(async () => {
    router = await startRouter({ eu1: cells.eu1.url, us1: cells.us1.url });
    undo.defer(() => router.stop());
  });

  const call = (method: string, body: unknown, headers?: Record<string, string>) =>
    post(router.url, method, body, headers);

  /** A request under a name of the router. */
  const under = (host: string, method: string, path: string, more: { body?: object; headers?: string[] } = {}) =>
    send(router.url, method, path, { host, ...more });

  test("a call goes to the cell that its key names, and two tasks with one id are two tasks", async () => {
    const ids = { eu1: await created(router.url, "eu1"), us1: await created(router.url, "us1") };
    expect(ids.eu1).toBe(ids.us1);
    await finish(router.url, keys.eu1, ids.eu1);
    const other = await call("getTaskResult", { clientKey: keys.us1, taskId: ids.us1 });
    expect(other.body, other.text).toMatchObject({ errorId: 0, status: "processing" });
    await finish(router.url, keys.us1, ids.us1);
    expectSuccess(await call("getBalance", { clientKey: olderKey }), "getBalance");
  });

  test("the key is found wherever it is in a body of 256 KiB, and in the header of a larger one", async () => {
    // Twice, because calls whose key is not found go to the cells by turns.
    for (const name of names.flatMap((name) => [name, name])) {
      const balance = (size: number) => JSON.stringify({ note: "x".repeat(size), clientKey: keys[name] });
      const longest = Buffer.from(balance(limits.bodyBytes - balance(0).length));
      expectSuccess(await call("getBalance", longest), "getBalance");
      const large = JSON.stringify({ note: "x".repeat(largeBody.bytes / 2), ...tasks[name] });
      const bytes = Buffer.from(large);
      const authorization = `Bearer ${keys[name]}`;
      const answer = await call("createTask", bytes, { authorization });
      expectSuccess(answer, "createTask");
      await finish(router.url, keys[name], answer.body.taskId);
      expectError(await call("createTask", bytes), "ERROR_REQUEST_TOO_LARGE", 413);
      const withMark = Buffer.from(`\ufeff${JSON.stringify({ note: 1, clientKey: keys[name] })}`);
      expectSuccess(await call("getBalance", withMark), "getBalance");
      // Of a method that takes no large bodies, the header means nothing.
      const other = { authorization: `Bearer ${newKey(name === "eu1" ? "us1" : "eu1")}` };
      expectSuccess(await call("getBalance", { clientKey: keys[name] }, other), "getBalance");
    }
  });

  test("a call without a key of any cell gets the contract's answer", async () => {
    for (const clientKey of [
      undefined,
      7,
      {},
      "",
      "gp_",
      newKey(),
      newKey("zz9"),
      newKey("eu1"),
      "gp_us1_",
      "cell_us1",
    ])
      expectError(await call("getBalance", { clientKey }), "ERROR_KEY_DOES_NOT_EXIST");
    for (const text of ["", "{", "[]", "null", "\u0000", '{"clientKey":'])
      expectError(await call("getBalance", Buffer.from(text)), "ERROR_BAD_REQUEST", 400);
    expectError(await call("noSuchMethod", {}), "ERROR_NO_SUCH_METHOD");
    // The router reads the first of two, and a cell the last.
    const twice = `{"clientKey":"${keys.us1}","clientKey":"${keys.eu1}"}`;
    expectError(await call("getBalance", Buffer.from(twice)), "ERROR_KEY_DOES_NOT_EXIST");
  });

  test("people and links reach a cell by its host name, where they get keys and links of that cell", async () => {
    for (const name of names) {
      const { origin } = cells[name];
      const { host } = new URL(origin);
      expect((await under(host, "GET", "/sign-in")).status).toBe(200);
      const email = "grace@example.org";
      const password = "a sentence is a good password";
      const headers = [`Origin: ${origin}`];
      await under(host, "POST", "/api/trpc/account.signUp", { body: { json: { email, password } }, headers });
      const signedIn = await under(host, "POST", "/api/auth/sign-in/email", { body: { email, password }, headers });
      const cookies = [...signedIn.head.matchAll(/^set-cookie: ([^;]+)/gim)].map(([, cookie]) => cookie);
      const made = await under(host, "POST", "/api/trpc/keys.create", {
        body: { json: { name: "mine", readOnly: false, addresses: [] } },
        headers: [...headers, `Cookie: ${cookies.join("; ")}`],
      });
      const clientKey = /gp_\w+/.exec(made.body)?.[0];
      expect(clientKey, made.body).toMatch(new RegExp(`^gp_${name}_`));
      expectSuccess(await call("getBalance", { clientKey }), "getBalance");

      const taskId = await created(router.url, name);
      const link = await call("createAnswerLink", { clientKey: keys[name], taskId, name: "code" });
      const { origin: linked, pathname } = new URL(link.body.url);
      expect(linked).toBe(origin);
      expect((await under(host, "GET", pathname)).status).toBe(200);
      await finish(router.url, keys[name], taskId);
    }
    expect((await under("gatepost.example.com", "GET", "/sign-in", { headers: ["Accept: text/html"] })).status).toBe(
      421,
    );
  });

  test("the accounts of a cell go on while the other one has no database, is down and comes back", async () => {
    const left = await created(router.url, "us1");
    const calls = keepCalling(router.url);
    const others: Answer[] = [];
    const other = async (method = "getBalance", body: object = {}) => {
      const answer = await call(method, { clientKey: keys.us1, ...body });
      others.push(answer);
      return answer;
    };
    const goesOn = async () => {
      const enough = calls.count() + 100;
      await expect.poll(() => calls.failed.length > 0 || calls.count() > enough).toBe(true);
      expect(calls.failed.join("\n"), cells.eu1.log()).toBe("");
    };

    await goesOn();
    await cells.us1.stopDatabase();
    await expect.poll(async () => (await other()).status).toBe(503);
    await goesOn();
    await cells.us1.stop();
    await expect.poll(async () => (await other()).text).toContain("cannot answer right now");
    await goesOn();
    // What any cell may answer is answered by the one that is left.
    expect((await under("gatepost.example.com", "OPTIONS", "/createTask")).status).toBe(204);
    expectError(await call("getBalance", Buffer.from("{")), "ERROR_BAD_REQUEST", 400);
    expectError(await call("getBalance", { clientKey: newKey("zz9") }), "ERROR_KEY_DOES_NOT_EXIST");

    await cells.us1.start();
    await expect.poll(async () => (await other()).status).toBe(200);
    await finish(router.url, keys.us1, left);
    await goesOn();
    console.log(
      `Cells: ${await calls.stop()} calls of eu1 while us1 was down and up again, ${calls.failed.length} failed.`,
    );
    expect(calls.failed.join("\n"), cells.eu1.log()).toBe("");
    for (const answer of others)
      if (answer.status === 503) expectError(answer, "ERROR_SERVICE_UNAVAILABLE");
      else expectSuccess(answer, "getBalance");
  });
});

/** Tasks of eu1, from createTask to their result, one after another. */
function keepCalling(url: string) {
  const failed: string[] = [];
  let count = 0;
  let stopping = false;
  const { clientKey, task } = tasks.eu1;
  async function ask(method: string, body: object) {
    const { body: answer, text } = await post(url, method, { clientKey, ...body });
    count++;
    if (answer?.errorId !== 0) failed.push(`${method}: ${text}`);
    return answer;
  }
  async function loop(): Promise<number> {
    while (!stopping) {
      const taskId = (await ask("createTask", { task }))?.taskId;
      await ask("pushAntiGateVariable", { taskId, name: "code", value: "1" });
      while ((await ask("getTaskResult", { taskId, waitSeconds: 5 }))?.status === "processing");
    }
    return count;
  }
  const ended = loop().catch((error: Error) => {
    failed.push(String(error.cause ?? error));
    return count;
  });
  return {
    failed,
    count: () => count,
    stop(): Promise<number> {
      stopping = true;
      return ended;
    },
  };
}
