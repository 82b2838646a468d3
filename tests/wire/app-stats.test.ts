import { withinOneDay } from "@gatepost/domain/platform/test-day";
import { beforeAll, describe, expect, test } from "vitest";
import { type Account, newAccount, newApplication } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { openStats, totalOf } from "./stats.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";

/** Properties, modes and sums of getAppStats: docs/contract.md, section 7. scripted-day.test.ts checks a whole day. */

const { operator, call, owner, clientKey, stats, happened } = await openStats();
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

describe("errors", () => {
  test("a series for each code that occurred, the most frequent first, then by id", async () => {
    const app = await newApplication(operator, owner);
    await happened(app, "error", "2026-05-01 10:00Z", 3, "ERROR_STEP_FAILED");
    await happened(app, "error", "2026-05-02 10:00Z", 4, "ERROR_STEP_FAILED");
    await happened(app, "error", "2026-05-02 11:00Z", 9, "ERROR_NO_SLOT_AVAILABLE");
    await happened(app, "error", "2026-05-03 10:00Z", 7, "ERROR_ZERO_BALANCE");
    await happened(app, "error", "2026-04-30 23:59Z", 99, "ERROR_TASK_TIMEOUT");
    const { body } = await stats({ softId: app, from: "2026-05-01", to: "2026-05-03" });
    const seen = body.chartData.map(
      ({
        name,
        errorId,
        code,
        itemname,
        count,
        data,
      }: {
        name: string;
        errorId: number;
        code: string;
        itemname: string;
        count?: number;
        data: { y: number }[];
      }) => [name, errorId, code, itemname, count, data.map(({ y }) => y)],
    );
    expect(seen).toEqual([
      ["Accepted (paid)", 0, "", "Tasks", undefined, [0, 0, 0]],
      ["ERROR_NO_SLOT_AVAILABLE", 2, "ERROR_NO_SLOT_AVAILABLE", "Errors", 9, [0, 9, 0]],
      ["ERROR_ZERO_BALANCE", 10, "ERROR_ZERO_BALANCE", "Errors", 7, [0, 0, 7]],
      ["ERROR_STEP_FAILED", 1012, "ERROR_STEP_FAILED", "Errors", 7, [3, 4, 0]],
    ]);
    for (const { description } of body.chartData.slice(1)) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  /** The counts of an application's errors, by code. */
  const errorsOf = async (id: number): Promise<Record<string, number>> => {
    const { body } = await stats({ softId: id });
    return Object.fromEntries(
      body.chartData.slice(1).map(({ code, count }: { code: string; count: number }) => [code, count]),
    );
  };

  test("a refused createTask that names the application is counted, once the key was accepted, of its owner and its users", async () => {
    const app = await newApplication(operator, owner);
    const body = await newTaskBody(operator, owner);
    const named = { softId: app };
    await call("createTask", body({ type: "NoCaptchaTask" }, named));
    await call("createTask", { clientKey, softId: app });
    await call("createTask", body({ variables: {} }, named));
    await call("createTask", body({ websiteURL: "ftp://example.org" }, named));
    await call("createTask", body({ templateName: "Nobody's" }, { softId: String(app) }));
    await call("createTask", body({ proxyAddress: "198.51.100.7" }, named));
    // A user, whose money is spent by one task.
    const poor = await newTaskBody(operator, await newAccount(operator, { balance: 0.002 }));
    for (let n = 0; n < 2; n++) await call("createTask", poor({}, named));
    // Not counted: an account that had no task accepted there, nobody's key, no application, another method.
    await call("createTask", (await newTaskBody(operator, await newAccount(operator, { balance: 0 })))({}, named));
    await call("createTask", { ...body({}, named), clientKey: "gp_nobody" });
    await call("createTask", body({ type: "NoCaptchaTask" }));
    await call("getTaskResult", { clientKey, taskId: 0, softId: app });
    expect(await errorsOf(app)).toEqual({
      ERROR_TASK_NOT_SUPPORTED: 1,
      ERROR_TASK_ABSENT: 1,
      ERROR_INCORRECT_SESSION_DATA: 1,
      ERROR_WEBSITE_NOT_ALLOWED: 1,
      ERROR_TEMPLATE_NOT_FOUND: 1,
      ERROR_BAD_REQUEST: 1,
      ERROR_ZERO_BALANCE: 1,
    });
  });

  test("a task of the application that fails is counted by its code, and one that is ready as accepted", async () => {
    const app = await newApplication(operator, owner);
    const newTask = await taskMaker(call, operator, await newAccount(operator));
    for (const code of ["ERROR_STEP_FAILED", "ERROR_STEP_FAILED", "ERROR_VARIABLE_TIMEOUT"] as const)
      await worker.fail(await worker.claim(await newTask({}, { softId: app })), code);
    await worker.finish(await worker.claim(await newTask({}, { softId: app })));
    await newTask({}, { softId: app });
    expect(await errorsOf(app)).toEqual({ ERROR_STEP_FAILED: 2, ERROR_VARIABLE_TIMEOUT: 1 });
    expect(totalOf((await stats({ softId: app })).body.chartData[0])).toBe(1);
  });
});

describe("users", () => {
  test("are distinct accounts a day that created a task through the application", () =>
    withinOneDay(async () => {
      const app = await newApplication(operator, owner);
      const accounts: Account[] = [await newAccount(operator), await newAccount(operator)];
      for (const account of accounts) {
        const newTask = await taskMaker(call, operator, account);
        await newTask({}, { softId: app });
        await newTask({}, { softId: app });
      }
      await call("createTask", { clientKey, softId: app });
      expect(totalOf((await stats({ softId: app, mode: "users" })).body.chartData[0])).toBe(2);
    }));

  test("somebody who comes in two quarters of an hour of a day is one, and on two days is one on each", async () => {
    const app = await newApplication(operator, owner);
    for (const at of ["2026-05-01 10:00Z", "2026-05-01 18:00Z", "2026-05-02 10:00Z"])
      await operator.db.pool.query("insert into active_user (application_id, bucket, account_id) values ($1, $2, $3)", [
        app,
        at,
        owner.accountId,
      ]);
    const { body } = await stats({ softId: app, mode: "users", from: "2026-05-01", to: "2026-05-02" });
    expect(body.chartData[0].data.map(({ y }: { y: number }) => y)).toEqual([1, 1]);
  });
});

describe("money", () => {
  test("days are cents of a running total, rounded down: they add up, and no cent is invented", async () => {
    const app = await newApplication(operator, owner);
    await happened(app, "money", "2026-04-30 12:00Z", 9_000);
    for (const [at, n] of [
      ["2026-05-01", 500],
      ["2026-05-02", 500],
      ["2026-05-03", 25_000],
      ["2026-05-04", 4_999],
      ["2026-05-05", 1],
    ] as const)
      await happened(app, "money", `${at} 12:00Z`, n);
    const ys = async (from: string, to: string) =>
      (await stats({ softId: app, mode: "money", from, to })).body.chartData[0].data.map(({ y }: { y: number }) => y);
    expect(await ys("2026-05-01", "2026-05-05")).toEqual([0, 1, 2, 0, 1]);
    expect(await ys("2026-05-03", "2026-05-05"), "a day is the same in every range").toEqual([2, 0, 1]);
    expect(await ys("2026-04-01", "2026-04-30")).toEqual([...Array(29).fill(0), 0]);
  });

  test("is the owner's commission on captured prices, and nothing else", async () => {
    const app = await newApplication(operator, owner);
    const account = await newAccount(operator, { bid: 0.37 });
    const newTask = await taskMaker(call, operator, account);
    for (let n = 0; n < 3; n++) await worker.finish(await worker.claim(await newTask({}, { softId: app })));
    await worker.fail(await worker.claim(await newTask({}, { softId: app })), "ERROR_STEP_FAILED");
    await newTask({}, { softId: app });
    expect(totalOf((await stats({ softId: app, mode: "money" })).body.chartData[0])).toBe(11);
  });
});

test("what happened counts for the day that it was in the report's zone", async () => {
  const app = await newApplication(operator, owner);
  await happened(app, "view", "2026-06-10 20:00:00Z", 5);
  const yOf = async (timezone: string) => {
    const { body } = await stats({ softId: app, mode: "views", from: "2026-06-10", to: "2026-06-11", timezone });
    return body.chartData[0].data.map(({ y }: { y: number }) => y);
  };
  expect(await yOf("UTC")).toEqual([5, 0]);
  expect(await yOf("Asia/Tokyo")).toEqual([0, 5]);
  expect(await yOf("Asia/Kathmandu")).toEqual([0, 5]);
  expect(await yOf("America/Los_Angeles")).toEqual([5, 0]);
});
