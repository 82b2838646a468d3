import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ErrorCode, errorCodes } from "@gatepost/contract/errors";
import { advanceClock, endLease } from "@gatepost/domain/platform/testing";
import { recoverTasks } from "@gatepost/domain/tasks/keep-recovering";
import { expect, test } from "vitest";
import { lateCodeSteps, newAccount, newKey, suspend } from "../factories.ts";
import { newTaskBody, noTask, taskMaker } from "./bodies.ts";
import { type Answer, expectError, post } from "./call.ts";
import { openPush } from "./push-setup.ts";
import { openTestWorker } from "./test-worker.ts";

/** Row U4: every row of the error table, provoked. */

const { account, call, clientKey, newTask, operator, push, taskBody: body, url, worker } = await openPush();
const resultOf = (taskId: number) => call("getTaskResult", { clientKey, taskId });

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

test("every error is provoked here, or in a test of service-errors.test.ts that names it", async () => {
  const others = await readFile(join(import.meta.dirname, "service-errors.test.ts"), "utf8");
  for (const code of errorCodes) {
    if (provoke[code] === "elsewhere") expect(others).toContain(`test("${code}: `);
  }
});
