import { createKey } from "@gatepost/domain/accounts/keys";
import {
  codeComesLater,
  lateCode,
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  openTestContext,
} from "@gatepost/domain/platform/testing";
import { claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { takeVariable } from "@gatepost/domain/waits/take-variable";
import { describe, expect, test } from "vitest";
import { openLiveFeeds } from "../live/live-feeds.ts";
import type { Endpoint } from "./answer.ts";
import { endpointsOf } from "./endpoints.ts";
import { unlimited } from "./rate-limit.ts";
import { answerTo } from "./test-call.ts";

/** What a call of a hot verb costs, and that its short way refuses what the long one refuses. */

const system = await openTestContext();
let asked: string[] = [];
for (const { db } of Object.values(system.processes)) {
  const { run, runHeartbeat } = db;
  const watched =
    (ask: typeof run): typeof run =>
    (statement, ...params) => {
      asked.push(statement.name);
      return ask(statement, ...params);
    };
  Object.assign(db, { run: watched(run), runHeartbeat: watched(runHeartbeat) });
}
const account = await newAccount();
const softId = await newApplication(system, await callerOf(account.accountId));
const templateName = await newTemplate(system, await callerOf(account.accountId));
const task = { type: "AntiGateTask", websiteURL: "http://127.0.0.1/", templateName, variables: codeComesLater };
const app = system.processes.web;
const live = openLiveFeeds(app);
const endpoints = endpointsOf(() => ({ app, limiter: unlimited, live }));

async function callerOf(accountId: number) {
  const caller = await newCaller(system);
  return { ...caller, actor: { ...caller.actor, accountId } };
}

async function newAccount() {
  const { accountId } = (await newCaller(system)).actor;
  return { accountId, ...(await createKey({ ctx: system, input: { accountId, name: "test" } })) };
}

/** Each statement outside a transaction is one round trip and, where it writes, one commit. */
async function statementsOf(endpoint: Endpoint, body: object): Promise<string[]> {
  asked = [];
  expect(await answerTo(endpoint, body)).toMatchObject({ errorId: 0 });
  return asked;
}

describe("round trips of a call, once the process is warm", () => {
  test("createTask: one, which is its commit", async () => {
    const body = { clientKey: account.clientKey, softId, task };
    await answerTo(endpoints.createTask, body);
    expect(await statementsOf(endpoints.createTask, body)).toEqual(["insert_tasks"]);
  });

  test("pushAntiGateVariable: one, which is its commit; the worker that waits for it only reads", async () => {
    const { clientKey, accountId } = account;
    const { taskId } = await answerTo(endpoints.createTask, { clientKey, task });
    const worker = await newWorker(system);
    const tasks = await claimTasks({ ctx: worker, input: { limit: 100 } });
    const { fence } = tasks.find((one) => one.taskId === taskId) as { fence: number };
    const wait = { taskId: taskId as number, accountId, fence, name: "code", timeoutSeconds: 60 };
    expect(await takeVariable({ ctx: worker, input: wait })).toMatchObject({ status: "waiting" });
    asked = [];
    expect(await takeVariable({ ctx: worker, input: wait })).toMatchObject({ status: "waiting" });
    expect(asked, "looking again writes nothing").toEqual(["find_waits"]);

    const push = { clientKey, taskId, name: "code", value: "349001" };
    const late = await answerTo(endpoints.pushAntiGateVariable, { ...push, version: "an earlier one" });
    expect(late).toMatchObject({ errorCode: "ERROR_VARIABLE_NOT_EXPECTED" });
    const { version } = await answerTo(endpoints.getTaskResult, { clientKey, taskId });
    expect(await statementsOf(endpoints.pushAntiGateVariable, { ...push, version })).toEqual(["supply_variables"]);
    asked = [];
    expect(await takeVariable({ ctx: worker, input: wait })).toEqual({ status: "taken", value: "349001" });
    expect(asked).toEqual(["find_waits"]);
  });

  test("getTaskResult: one", async () => {
    const { clientKey } = account;
    const { taskId } = await answerTo(endpoints.createTask, { clientKey, task });
    expect(await statementsOf(endpoints.getTaskResult, { clientKey, taskId })).toEqual(["get_task_results"]);
  });

  test("getAppStats: two, and nothing of past days", async () => {
    const body = { clientKey: account.clientKey, softId, mode: "errors" };
    await answerTo(endpoints.getAppStats, body);
    expect(await statementsOf(endpoints.getAppStats, body)).toEqual(["find_owned_applications", "read_recent_counts"]);
  });

  test("a refused call is not repeated; only its key is looked up, because an unknown key takes precedence", async () => {
    const { clientKey } = account;
    const shaped = await newTemplate(system, await callerOf(account.accountId), lateCode({ pattern: "[0-9]{6}" }));
    const { taskId } = await answerTo(endpoints.createTask, { clientKey, task: { ...task, templateName: shaped } });
    asked = [];
    expect(
      await answerTo(endpoints.pushAntiGateVariable, { clientKey, taskId, name: "code", value: "abc" }),
    ).toMatchObject({ errorCode: "ERROR_VARIABLE_REFUSED" });
    expect(asked).toEqual(["supply_variables", "find_keys"]);
    asked = [];
    expect(await answerTo(endpoints.createTask, { clientKey, task: { ...task, variables: {} } })).toMatchObject({
      errorCode: "ERROR_INCORRECT_SESSION_DATA",
    });
    expect(asked).toEqual(["find_keys"]);
  });

  test("a refused createTask names all that is wrong, with the code of the first", async () => {
    const { clientKey, accountId } = account;
    const pin = { type: "TYPE_TEXT", selector: "#pin", value: { variable: "pin" } } as const;
    const steps = [...lateCode({ pattern: "[0-9]{6}" }), pin];
    const templateName = await newTemplate(system, await callerOf(accountId), steps);
    const wrong = { ...task, websiteURL: "ftp://example.org", templateName, variables: { code: "abc" } };
    const answer = await answerTo(endpoints.createTask, {
      clientKey,
      task: wrong,
      callbackUrl: "x",
      notify: ["a@example.org"],
    });
    expect(answer).toMatchObject({ errorCode: "ERROR_WEBSITE_NOT_ALLOWED" });
    const { errorDescription } = answer as { errorDescription: string };
    for (const one of ["task.websiteURL", "callbackUrl", "a@example.org", "Missing: pin", "task.variables.code"])
      expect(errorDescription).toContain(one);
    const unknown = { ...task, websiteURL: "ftp://example.org", templateName: "no such one" };
    expect(await answerTo(endpoints.createTask, { clientKey, task: unknown })).toMatchObject({
      errorCode: "ERROR_WEBSITE_NOT_ALLOWED",
      errorDescription: expect.stringMatching(/websiteURL.*No template of this name/),
    });
  });

  test("calls that come together share them", async () => {
    const body = { clientKey: account.clientKey, softId, task };
    asked = [];
    const answers = await Promise.all(Array.from({ length: 64 }, () => answerTo(endpoints.createTask, body)));
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(64);
    expect(asked).toEqual(["insert_tasks"]);
  });
});
