import { readFile } from "node:fs/promises";
import { type ErrorCode, errorCodes } from "@gatepost/contract/errors";
import { waitForIt } from "@gatepost/contract/limits";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { recoverTasks } from "@gatepost/domain/task/recover-tasks";
import { advanceClock, endLease } from "@gatepost/domain/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  lateCodeSteps,
  newAccount,
  newApplication,
  newKey,
  type Operator,
  openOperator,
  suspend,
} from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { openRelay, type Relay } from "../relay.ts";
import { newTaskBody, noTask, taskMaker } from "./bodies.ts";
import { type Answer, expectError, expectSuccess, post } from "./call.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** Every row of the error table, provoked. */

const { operator, call, url } = openWire();
const account = await newAccount(operator, { balance: 100 });
const { clientKey } = account;
const body = await newTaskBody(operator, account);
const newTask = await taskMaker(call, operator, account);
const resultOf = (taskId: number) => call("getTaskResult", { clientKey, taskId });
const push = (taskId: number, value: unknown, name = "code") =>
  call("pushAntiGateVariable", { clientKey, taskId, name, value });
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

async function failedWith(code: ErrorCode): Promise<Answer> {
  const taskId = await newTask();
  await worker.fail(await worker.claim(taskId), code);
  return resultOf(taskId);
}

async function takenTask(): Promise<number> {
  const taskId = await newTask();
  await push(taskId, "1");
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  await worker.take(task, "code");
  return taskId;
}

/** How to come by each error; a code without a row does not compile. `elsewhere` is provoked below. */
const provoke: Record<ErrorCode, (() => Promise<Answer>) | "elsewhere"> = {
  ERROR_KEY_DOES_NOT_EXIST: () => call("getBalance", {}),
  ERROR_NO_SLOT_AVAILABLE: "elsewhere",
  ERROR_ZERO_BALANCE: async () =>
    call("createTask", (await newTaskBody(operator, await newAccount(operator, { balance: 0.001 })))()),
  ERROR_IP_NOT_ALLOWED: async () =>
    call("getBalance", {
      clientKey: await newKey(operator, account.accountId, { addresses: ["203.0.113.7", "2001:db8::/32"] }),
    }),
  ERROR_NO_SUCH_METHOD: () => post(url, "solveEverything", { clientKey }),
  ERROR_NO_SUCH_CAPCHA_ID: () => resultOf(noTask),
  ERROR_TASK_ABSENT: () => call("createTask", { clientKey }),
  ERROR_TASK_NOT_SUPPORTED: () => call("createTask", body({ type: "NoCaptchaTask" })),
  ERROR_INCORRECT_SESSION_DATA: () => call("createTask", body({ variables: {} })),
  ERROR_ACCOUNT_SUSPENDED: async () => {
    const suspended = await newAccount(operator);
    await suspend(operator, suspended);
    return call("getBalance", { clientKey: suspended.clientKey });
  },
  ERROR_TEMPLATE_NOT_FOUND: () => call("createTask", body({ templateName: "No such template" })),
  ERROR_TASK_CANCELED: () => failedWith("ERROR_TASK_CANCELED"),
  ERROR_ACCESS_DENIED: () => call("getAppStats", { clientKey, softId: 0 }),
  ERROR_BAD_REQUEST: () => call("getTaskResult", { clientKey, taskId: "abc" }),
  ERROR_REQUEST_TOO_LARGE: async () => push(await newTask(), "x".repeat(70_000)),
  ERROR_TOO_MANY_REQUESTS: "elsewhere",
  ERROR_SERVICE_UNAVAILABLE: "elsewhere",
  ERROR_VARIABLE_NOT_EXPECTED: async () => push(await newTask(), "1", "pin"),
  ERROR_VARIABLE_ALREADY_SET: async () => push(await takenTask(), "2"),
  ERROR_VARIABLE_REFUSED: async () => {
    const [wait, ...rest] = lateCodeSteps;
    const make = await taskMaker(call, operator, account, [
      { ...wait, pattern: { permanent: "[0-9]+" } } as typeof wait & {},
      ...rest,
    ]);
    return push(await make(), "letters");
  },
  ERROR_TASK_FINISHED: async () => {
    const taskId = await newTask();
    await worker.finish(await worker.claim(taskId));
    return push(taskId, "1");
  },
  ERROR_WEBSITE_NOT_ALLOWED: () => call("createTask", body({ websiteURL: "http://169.254.169.254/" })),
  ERROR_VARIABLE_TIMEOUT: async () => {
    const taskId = await newTask();
    const task = await worker.claim(taskId);
    await worker.begin(task, 1);
    await worker.take(task, "code", 0);
    await advanceClock(operator, 1);
    expect(await worker.giveUp(task, "code")).toEqual({ status: "ended" });
    return resultOf(taskId);
  },
  ERROR_STEP_FAILED: () => failedWith("ERROR_STEP_FAILED"),
  ERROR_WORKER_LOST: async () => {
    const unlucky = await openTestWorker(operator);
    const taskId = await newTask();
    await unlucky.begin(await unlucky.claim(taskId), 3, true);
    await endLease(operator, unlucky.workerId);
    await recoverTasks({ ctx: operator });
    return resultOf(taskId);
  },
  ERROR_TASK_TIMEOUT: () => failedWith("ERROR_TASK_TIMEOUT"),
  ERROR_INTERNAL: "elsewhere",
};

test.for(errorCodes.filter((code) => provoke[code] !== "elsewhere"))("%s", async (code) => {
  const how = provoke[code];
  if (how !== "elsewhere") expectError(await how(), code);
});

test("ERROR_IP_NOT_ALLOWED is not for those on the list, whether an address or a range names them", async () => {
  for (const addresses of [["127.0.0.1"], ["10.0.0.0/8", "127.0.0.0/8"]]) {
    const listed = await newKey(operator, account.accountId, { addresses });
    expectSuccess(await call("getBalance", { clientKey: listed }), "getBalance");
  }
});

test("where a forged X-Forwarded-For says that the caller is on the list, the caller is not", async () => {
  const limited = await newKey(operator, account.accountId, { addresses: ["203.0.113.7"] });
  const forged = { "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7", "x-real-ip": "203.0.113.7" };
  expectError(await call("getBalance", { clientKey: limited }, forged), "ERROR_IP_NOT_ALLOWED");
});

test("checks come in one order: JSON, key, account, address, properties, permission, state", async () => {
  const everythingWrong = await newAccount(operator, { balance: 0, addresses: ["203.0.113.7"], readOnly: true });
  const wrong = { ...body({ variables: {} }), clientKey: everythingWrong.clientKey, softId: "x" };
  const key = await operator.db.prisma.apiKey.findFirstOrThrow({ where: { accountId: everythingWrong.accountId } });
  const amend = (data: { addresses?: string[]; readOnly?: boolean }) =>
    operator.db.prisma.apiKey.update({ where: { id: key.id }, data });
  await suspend(operator, everythingWrong);

  expectError(await post(url, "createTask", new TextEncoder().encode("{")), "ERROR_BAD_REQUEST", 400);
  expectError(await call("createTask", { ...wrong, clientKey: "gp_nobody" }), "ERROR_KEY_DOES_NOT_EXIST");
  expectError(await call("createTask", wrong), "ERROR_ACCOUNT_SUSPENDED");
  await operator.db.prisma.account.update({ where: { id: everythingWrong.accountId }, data: { suspendedAt: null } });
  expectError(await call("createTask", wrong), "ERROR_IP_NOT_ALLOWED");
  await amend({ addresses: [] });
  expectError(await call("createTask", wrong), "ERROR_BAD_REQUEST");
  const shaped = { ...wrong, softId: 0 };
  expectError(await call("createTask", shaped), "ERROR_ACCESS_DENIED");
  await amend({ readOnly: false });
  expectError(await call("createTask", shaped), "ERROR_TEMPLATE_NOT_FOUND");
  const own = (await newTaskBody(operator, everythingWrong))({}, {});
  expectError(
    await call("createTask", { ...own, task: { ...own.task, variables: {} } }),
    "ERROR_INCORRECT_SESSION_DATA",
  );
  expectError(await call("createTask", own), "ERROR_ZERO_BALANCE");
});

describe("in an installation of its own", () => {
  let installation: Installation;
  let database: ClonedDatabase;
  let relay: Relay;
  beforeAll(async () => {
    database = await cloneDatabase();
    relay = await openRelay(database.url);
    installation = await startInstallation({
      env: { GATEPOST_MAX_BACKLOG: "2" },
      database: relay.urls(database),
    });
  });
  afterAll(async () => {
    await installation?.stop();
    relay?.close();
    await database?.drop();
  });

  test("ERROR_NO_SLOT_AVAILABLE: no worker is idle, and the backlog at or above the caller's bid is full", async () => {
    const own = openOperator({ ...installation, database });
    const low = (await newTaskBody(own, await newAccount(own, { bid: 0.002 })))();
    const high = (await newTaskBody(own, await newAccount(own, { bid: 0.01 })))();
    const create = (request: unknown) => post(installation.url, "createTask", request);
    expectSuccess(await create(low), "createTask");
    expectSuccess(await create(low), "createTask");
    expectError(await create(low), "ERROR_NO_SLOT_AVAILABLE");
    expectSuccess(await create(high), "createTask");
    expectSuccess(await create(high), "createTask");
    expectError(await create(high), "ERROR_NO_SLOT_AVAILABLE");
    const idle = await openTestWorker(own, { slots: 1 });
    expectSuccess(await create(low), "createTask");
    await idle.retire();
    expectError(await create(low), "ERROR_NO_SLOT_AVAILABLE");
    await own.close();
  });

  test("ERROR_INTERNAL: our fault, with a reference and never an inner detail", async () => {
    const own = openOperator({ ...installation, database });
    const { clientKey } = await newAccount(own);
    await own.db.pool.query("alter table task rename to mislaid");
    const answer = await post(installation.url, "getTaskResult", { clientKey, taskId: 1 });
    await own.db.pool.query("alter table mislaid rename to task");
    expectError(answer, "ERROR_INTERNAL", 500);
    expect(answer.text).not.toMatch(/mislaid|relation|select|task_|42P01|\bat \//i);
    expect(answer.body.errorDescription).toMatch(/reference/i);
    expectError(await post(installation.url, "getTaskResult", { clientKey, taskId: 1 }), "ERROR_NO_SUCH_CAPCHA_ID");
    await own.close();
  });

  test("ERROR_SERVICE_UNAVAILABLE: while the database is away, with Retry-After, for every method; and then it heals", {
    timeout: 30_000,
  }, async () => {
    const own = openOperator({ ...installation, database });
    const poorer = await newAccount(own);
    const softId = await newApplication(own, poorer);
    const { clientKey } = poorer;
    relay.cut();
    for (const [method, request] of [
      ["getBalance", { clientKey }],
      ["getTaskResult", { clientKey, taskId: 1 }],
      ["getAppStats", { clientKey, softId }],
      ["pushAntiGateVariable", { clientKey, taskId: 1, name: "code", value: 1 }],
      [
        "createTask",
        {
          clientKey,
          task: {
            type: "AntiGateTask",
            websiteURL: "https://example.org",
            templateName: "x",
            variables: { x: waitForIt },
          },
        },
      ],
    ] as const) {
      const answer = await post(installation.url, method, request);
      expectError(answer, "ERROR_SERVICE_UNAVAILABLE", 503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    expect((await fetch(`${installation.url}/healthz`)).status).toBe(200);
    const ready = () => fetch(`${installation.url}/readyz`);
    expect((await ready()).status).toBe(503);
    await expect
      .poll(async () => (await ready()).json(), { timeout: 10_000 })
      .toMatchObject({ database: false, reason: expect.stringContaining("PostgreSQL") });
    relay.mend();
    await expect
      .poll(async () => (await post(installation.url, "getBalance", { clientKey })).body, { timeout: 10_000 })
      .toEqual({ errorId: 0, balance: 10 });
    await own.close();
  });
});

describe("at 5 calls a second and a burst of 50", () => {
  let installation: Installation;
  let own: Operator;
  beforeAll(async () => {
    installation = await startInstallation({
      rates: "default",
      env: { GATEPOST_RATE_LIMIT: "5/50", GATEPOST_TRUSTED_PROXIES: "127.0.0.1" },
    });
    own = openOperator(installation);
  });
  afterAll(async () => {
    await own?.close();
    await installation?.stop();
  });

  /** As the proxy in front of it passes a call on. */
  const ask = (clientKey: string, address: string) =>
    post(installation.url, "getBalance", { clientKey }, { "x-forwarded-for": address });
  const many = <Result>(count: number, each: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, n) => each(n)));

  test("ERROR_TOO_MANY_REQUESTS: over the rate, with Retry-After; who waits as long is served again", async () => {
    const { clientKey } = await newAccount(own);
    const from = performance.now();
    const answers = await many(200, () => ask(clientKey, "203.0.113.1"));
    const most = 50 + ((performance.now() - from) / 1_000) * 5 + 1;
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(50);
    expect(answers.length - refused.length).toBeLessThanOrEqual(most);
    for (const answer of refused) {
      expectError(answer, "ERROR_TOO_MANY_REQUESTS", 429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    await expect
      .poll(async () => (await ask(clientKey, "203.0.113.1")).status, { interval: 250, timeout: 5_000 })
      .toBe(200);
  });

  test("a key has one rate, from wherever it calls, and another key has its own", async () => {
    const [busy, calm] = [await newAccount(own), await newAccount(own)];
    const [refused, served] = await Promise.all([
      many(200, (n) => ask(busy.clientKey, `198.51.100.${n}`)),
      many(20, () => ask(calm.clientKey, "203.0.113.2")),
    ]);
    expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThan(50);
    for (const answer of served) expectSuccess(answer, "getBalance");
  });

  test("an address has one rate, whatever keys it tries, and a good key from elsewhere is not affected", async () => {
    const calm = await newAccount(own);
    const [refused, served] = await Promise.all([
      many(200, (n) => ask(`gp_guess${n}`, "203.0.113.3")),
      many(20, () => ask(calm.clientKey, "203.0.113.4")),
    ]);
    expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThan(50);
    for (const answer of served) expectSuccess(answer, "getBalance");
  });
});

test("every error is provoked here or in a test of this file that names it", async () => {
  const source = await readFile(import.meta.filename, "utf8");
  for (const code of errorCodes) {
    if (provoke[code] === "elsewhere") expect(source).toContain(`test("${code}: `);
  }
});
