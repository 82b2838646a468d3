import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";
import { echoSteps, noIds, noTask, type Service, waitForIt } from "../service.ts";

/** A body of each method that is about a task. */
const aboutTask = {
  getTaskResult: {},
  pushAntiGateVariable: { name: "code", value: "1" },
  declineVariable: { name: "code", reason: "No." },
  extendWait: { name: "code", seconds: 60 },
  createAnswerLink: { name: "code" },
  createLiveLink: {},
  cancelTask: {},
};

async function readyTask(service: Service): Promise<Json> {
  const taskId = await service.waitingTask();
  await service.pushed(taskId, "canary-349001");
  await service.echoOf(taskId);
  return { taskId, ...(await service.succeeds("getTaskResult", { taskId })) };
}

const { checks, section, rule, test } = checkList();

export { checks as tasks };

section("gatepost", "2");
rule("unknown, another account's, or deleted after retention; the same response for all three, byte for byte");
test("Another account's task is answered like one that does not exist, byte for byte", async (service) => {
  const clientKey = service.key("otherKey");
  const taskId = await service.newTask();
  for (const [method, body] of Object.entries(aboutTask)) {
    const foreign = await service.call(method, { clientKey, taskId, ...body });
    service.failure(foreign, "ERROR_NO_SUCH_CAPCHA_ID", undefined, method);
    assert.equal((await service.call(method, { clientKey, taskId: noTask, ...body })).text, foreign.text, method);
  }
  assert.equal((await service.succeeds("getTaskResult", { taskId })).status, "processing");
});
rule(
  "a property is missing or of the wrong type; the description has the path of each (of ten, then how many more) and what is expected",
);
test("A taskId that is no positive integer is ERROR_BAD_REQUEST", async (service) => {
  const wrong = [...noIds, 0, 2 ** 53, "99999999999999999999"];
  for (const [method, body] of Object.entries(aboutTask))
    for (const taskId of method === "getTaskResult" ? wrong : [undefined, "abc"])
      await service.fails(method, { ...body, taskId }, "ERROR_BAD_REQUEST", "taskId");
});

section("gatepost", "4");
rule("(ready and failed are final)");
test("A task is processing, then waits, then is ready, and ready is final", async (service) => {
  const taskId = await service.waitingTask();
  const waiting = await service.succeeds("getTaskResult", { taskId });
  assert.deepEqual([waiting.status, waiting.waitingFor, waiting.progress.step], ["processing", ["code"], 1]);
  await service.pushed(taskId, "1");
  await service.echoOf(taskId);
  const { text } = await service.call("getTaskResult", { taskId });
  assert.match(text, /"status":"ready"/);
  await service.fails("cancelTask", { taskId }, "ERROR_TASK_FINISHED");
  assert.equal((await service.call("getTaskResult", { taskId })).text, text);
});

section("gatepost", "6");
rule("`prompt` is empty if the template has none, `kind` is `text` if it declares none");
test("A task that has not ended says its step, and what it waits for", async (service) => {
  const prompt = "Enter the code.";
  const [first, ...others] = echoSteps(service.page);
  const taskId = await service.waitingTask([{ ...first, prompt, pattern: "[0-9]+" }, ...others]);
  const body = await service.succeeds("getTaskResult", { taskId });
  assert.deepEqual(body.progress, { step: 1, of: 3, type: "WAIT_FOR_VARIABLE_VALUE" });
  assert.deepEqual([body.controlledBy, typeof body.version], [null, "string"]);
  const [{ since, expiresAt, live, ...said }] = body.waiting;
  assert.deepEqual(said, { name: "code", prompt, kind: "text", pattern: "[0-9]+", attempt: 1, refused: false });
  assert.ok(Number.isInteger(since) && Number.isInteger(expiresAt) && expiresAt > since, `${since}, ${expiresAt}`);
  assert.equal(typeof live, "boolean");
});
rule("`ip` is the IP address that created the task, and `solveCount` the number of attempts.");
test("A ready task has its solution, cost, IP address, times and attempts", async (service) => {
  const { solution, cost, ip, createTime, endTime, solveCount } = await readyTask(service);
  assert.match(cost, /^\d+\.\d{6}$/);
  assert.match(ip, /^[\da-f.:]+$/);
  assert.ok(endTime >= createTime && Math.abs(endTime - Date.now() / 1_000) < 600, `${createTime}, ${endTime}`);
  assert.equal(solveCount, 1);
  const parts =
    "url domain cookies localStorage screenshots HTMLsInBase64 texts data files cookieJar fingerprint requestHeaders";
  assert.deepEqual(Object.keys(solution), parts.split(" "));
  assert.match(String(solution.fingerprint["self.navigator.userAgent"]), /Chrome/);
  for (const name of Object.keys(solution.requestHeaders))
    assert.match(name, /^(?!authorization$|cookie$)[^A-Z]+$/, "requestHeaders");
});
rule("`failure` is `{step, type, url, screenshot?}`");
test("A failed step is the task's error, with where it failed and what was read until then", async (service) => {
  if (service.noWorker) await service.waitingTask();
  const steps = [
    { type: "READ_TEXT", selector: "body", as: "all" },
    { type: "WAIT_FOR_ELEMENT", selector: "#no-such-element", timeout: 0.1 },
  ];
  const taskId = await service.newDraft(steps, {}, { websiteURL: `${service.page}?secret=1#part` });
  const { failure, partial } = await service.failed(taskId, "ERROR_STEP_FAILED", "#no-such-element");
  assert.deepEqual([failure.step, failure.type], ["2", "WAIT_FOR_ELEMENT"]);
  assert.doesNotMatch(failure.url, /[?#]/);
  assert.deepEqual([typeof partial.texts.all, partial.data], ["string", {}]);
});
rule(
  "Once a value was pushed, `receipts` has for each `{name, attempt, length, pushedAt, pushedBy, outcome, takenAt?, usedBy?}`, never the value.",
);
test("A push has a receipt, which never has the value", async (service) => {
  const untouched = await service.succeeds("getTaskResult", { taskId: await service.newTask() });
  assert.equal(untouched.receipts, undefined, "nothing was pushed");
  const taskId = await service.waitingTask();
  await service.pushed(taskId, "canary-349001");
  await service.untilWaiting(taskId, "gate");
  const { body, text } = await service.call("getTaskResult", { taskId });
  const [{ pushedAt, takenAt, pushedBy, ...receipt }] = body.receipts;
  assert.deepEqual(receipt, { name: "code", attempt: 1, length: 13, outcome: "taken", usedBy: 2 });
  assert.ok(takenAt >= pushedAt && typeof pushedBy === "string", text);
  assert.doesNotMatch(text, /canary/);
});
rule("a task that has another version is answered at once");
test("A held call is answered when the task changes, and at once if it has changed since", async (service) => {
  const taskId = await service.waitingTask();
  const from = performance.now();
  const { version } = await service.succeeds("getTaskResult", { taskId, waitSeconds: 55, sinceVersion: "" });
  const held = service.succeeds("getTaskResult", { taskId, waitSeconds: 55, sinceVersion: version });
  await service.pushed(taskId, "1");
  assert.notEqual((await held).version, version, "the held call was answered without a change");
  const changed = await service.succeeds("getTaskResult", { taskId, waitSeconds: 55, sinceVersion: version });
  assert.notEqual(changed.version, version);
  assert.ok(performance.now() - from < 50_000, "the answers took as long as without a change");
  for (const waitSeconds of [-1, 56, 1.5, "x"])
    await service.fails("getTaskResult", { taskId, waitSeconds }, "ERROR_BAD_REQUEST", "waitSeconds");
});
rule("**getBalance** returns the available amount, without what is held for open tasks.");
test("getBalance is without what is held for open tasks", async (service) => {
  const { balance: before } = await service.succeeds("getBalance");
  const ids = [await service.newTask(), await service.newTask()];
  const { balance: held } = await service.succeeds("getBalance");
  for (const taskId of ids) await service.succeeds("cancelTask", { taskId });
  assert.ok(held < before, `${held} is not below ${before}`);
  assert.equal((await service.succeeds("getBalance")).balance, before);
});
rule("A repeated call gets the same response, whatever its reason.");
test("A cancelled task fails with the first call's reason, and a repeated call gets the same response", async (service) => {
  const taskId = await service.newTask();
  const cancel = (reason: unknown) => service.call("cancelTask", { taskId, reason });
  for (const wrong of [1, {}, [], true, "x".repeat(501)])
    service.failure(await cancel(wrong), "ERROR_BAD_REQUEST", "reason");
  const first = await cancel("First.");
  assert.equal(first.text, '{"errorId":0,"status":"success"}');
  assert.equal((await cancel("Second.")).text, first.text);
  await service.fails("getTaskResult", { taskId }, "ERROR_TASK_CANCELED", "First.");
});
rule("After any other end, declineVariable included, it is ERROR_TASK_FINISHED.");
test("A task that was declined cannot be cancelled", async (service) => {
  const taskId = await service.newTask();
  await service.succeeds("declineVariable", { taskId, name: service.variable, reason: "No." });
  await service.fails("cancelTask", { taskId }, "ERROR_TASK_FINISHED");
});
rule("**listTasks** returns the account's tasks by descending `taskId`");
test("listTasks has the account's tasks by descending taskId, page by page", async (service) => {
  const created: number[] = [];
  for (let n = 0; n < 3; n++) created.unshift(await service.newTask());
  const after = Math.max(...created) + 1;
  const seen: number[] = [];
  for (let page: Json = { next: after }; page.next !== undefined && !created.every((one) => seen.includes(one)); ) {
    page = await service.succeeds("listTasks", { limit: 1, after: page.next });
    seen.push(...page.tasks.map(({ taskId }: Json) => taskId));
  }
  const latestFirst = (ids: number[]) => ids.toSorted((a, b) => b - a);
  const ours = seen.filter((one) => created.includes(one));
  assert.deepEqual([ours, seen], [latestFirst(created), latestFirst(seen)]);
  const { tasks } = await service.succeeds("listTasks", { limit: 1, after });
  for (const name of ["taskId", "state", "templateName", "softId", "createTime"]) assert.ok(name in tasks[0], name);
  for (const wrong of [0, 101, "x"]) await service.fails("listTasks", { limit: wrong }, "ERROR_BAD_REQUEST", "limit");
});
rule("A page may have fewer tasks than `limit`, or none, and still a `next`.");
test("listTasks by state and by error has tasks of these only", async (service) => {
  const taskId = await service.newTask();
  await service.succeeds("cancelTask", { taskId });
  const errorCode = "ERROR_TASK_CANCELED";
  const { tasks } = await service.succeeds("listTasks", { state: "failed", errorCode, after: taskId + 1, limit: 5 });
  assert.equal(tasks[0]?.taskId, taskId);
  for (const one of tasks) assert.deepEqual([one.state, one.errorCode], ["failed", errorCode]);
  await service.fails("listTasks", { state: "open" }, "ERROR_BAD_REQUEST", "state");
});

section("gatepost", "8");
rule("`volume` counts the tasks that succeeded in the hour, `money` is the sum of their prices.");
test("A task that succeeds is spending of its hour, by its application and its IP address", async (service) => {
  const sum = async (more: object = {}) => {
    const { data } = await service.succeeds("getSpendingStats", { ...more });
    return data.reduce((n: number, { volume }: Json) => n + volume, 0);
  };
  const before = await sum();
  const { ip } = await readyTask(service);
  assert.equal(await sum(), before + 1);
  assert.ok((await sum({ ip })) > 0, "by the IP address");
  assert.equal(await sum({ ip: "2001:0DB8::0007" }), 0, "by another IP address");
});

section("gatepost", "7");
rule(
  "An error is counted for the application when a `createTask` that names it is refused after the key was accepted, or when one of its tasks fails.",
);
test("A task of the application that succeeds is one accepted, and one that fails an error of its code", async (service) => {
  const { softId } = service;
  const numbers = async () => {
    const { chartData } = await service.report();
    const sum = ({ data }: Json) => data.reduce((n: number, { y }: Json) => n + y, 0);
    const canceled = chartData.find(({ code }: Json) => code === "ERROR_TASK_CANCELED");
    return [sum(chartData[0]), canceled?.count ?? 0];
  };
  const [accepted, canceled] = await numbers();
  const { taskId } = await service.succeeds("createTask", { softId, task: await service.task() });
  await service.succeeds("cancelTask", { taskId });
  if (service.noWorker) await service.waitingTask();
  const run = await service.newTask({ variables: { code: "1", gate: waitForIt } }, { softId });
  await service.echoOf(run);
  assert.deepEqual(await numbers(), [accepted + 1, canceled + 1]);
});
