import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Answer, Json } from "../http.ts";
import { both, type Service, waitForIt } from "../service.ts";

const code = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
const gate = { type: "WAIT_FOR_VARIABLE_VALUE", name: "gate", timeout: 600 };

/** An echo task that waits for `gate` before it waits for `code`. */
const gateFirst = ({ page }: Service): Json[] => [gate, code, { type: "OPEN_PAGE", url: { text: `${page}#{{code}}` } }];

/** A task whose worker has taken this value of `code`, and which has not ended. */
export async function takenTask(service: Service, value: unknown): Promise<number> {
  const taskId = await service.waitingTask([code, gate], both);
  await service.pushed(taskId, value, "code");
  await service.untilWaiting(taskId, "gate");
  return taskId;
}

type Row = readonly [first: string, second: string];

/** The answers to the second push of each row, once a worker has taken the first. */
async function pushedAgain(service: Service, rows: readonly Row[]): Promise<(readonly [Answer, what: string])[]> {
  const names = rows.map((_, n) => `v${n}`);
  const waits = ["start", ...names, "gate"].map((name) => ({ ...gate, name }));
  const late = Object.fromEntries(waits.map(({ name }) => [name, waitForIt]));
  const taskId = await service.waitingTask(waits, late);
  const pushAll = (texts: readonly string[]) =>
    Promise.all(names.map((name, n) => service.pushText(taskId, name, String(texts[n]))));
  for (const [n, answer] of (await pushAll(rows.map(([first]) => first))).entries())
    service.success(answer, rows[n]?.[0] ?? "");
  await service.pushed(taskId, "go", "start");
  await service.untilWaiting(taskId, "gate");
  const answers = await pushAll(rows.map(([, second]) => second));
  return answers.map((answer, n) => [answer, `the push of ${rows[n]?.[1]} after ${rows[n]?.[0]}`]);
}

/** Sixteen values at once; says which pushes succeeded. */
async function pushAtOnce(service: Service, taskId: number) {
  const values = Array.from({ length: 16 }, (_, n) => `v${n}`);
  const answers = await Promise.all(values.map((value) => service.push(taskId, value, "code")));
  const won = values.filter((_, n) => answers[n]?.body?.errorId === 0);
  return { values, won, lost: answers.filter(({ body }) => body?.errorId !== 0) };
}

const { checks, section, rule, test } = checkList();

export { checks as push };

section("gatepost", "5");
rule('`value` may be any JSON, also `null`, `false`, `0`, `""` and `_WAIT_FOR_IT_`; it only has to be present.');
test("null, false, 0, an empty string and _WAIT_FOR_IT_ are values, and nothing is none", async (service) => {
  for (const value of [null, false, 0, "", waitForIt]) await service.pushed(await service.newTask(), value);
  const taskId = await service.newTask();
  await service.fails("pushAntiGateVariable", { taskId, name: "code" }, "ERROR_BAD_REQUEST", "value");
  for (const name of [undefined, null, 1, {}, ["code"], ""])
    await service.fails("pushAntiGateVariable", { taskId, name, value: 1 }, "ERROR_BAD_REQUEST", "name");
});
rule("success; the value is kept, and the step passes at once when it is reached");
test("A value that was pushed before the wait is kept, and the step passes at once", async (service) => {
  const taskId = await service.waitingTask(gateFirst(service), both);
  await service.pushed(taskId, "349001", "code");
  await service.pushed(taskId, "open", "gate");
  assert.match((await service.end(taskId)).solution.url, /#349001$/);
});
rule("success; the worker continues within milliseconds");
test("A worker that waits continues with the value", async (service) => {
  const taskId = await service.waitingTask();
  await service.pushed(taskId, "Grüße 1");
  assert.equal(await service.echoOf(taskId), "Grüße 1");
});
rule("success, nothing changes (safe to retry)");
test("The same value again is a success, before it was taken and after", async (service) => {
  const taskId = await service.newTask();
  for (let n = 0; n < 3; n++) await service.pushed(taskId, "349001");
  const taken = await takenTask(service, "349001");
  await service.pushed(taken, "349001", "code");
  assert.deepEqual((await service.succeeds("getTaskResult", { taskId: taken })).waitingFor, ["gate"]);
});
rule("success; the newer replaces the older");
test("Another value replaces one that no worker has taken", async (service) => {
  const taskId = await service.waitingTask(gateFirst(service), both);
  for (const value of ["1", "2", "1", "3"]) await service.pushed(taskId, value, "code");
  await service.pushed(taskId, "open", "gate");
  assert.match((await service.end(taskId)).solution.url, /#3$/);
});
test("Of many pushes at once before the wait, each succeeds, and one of the values is taken", async (service) => {
  const taskId = await service.waitingTask(gateFirst(service), both);
  const { values, won } = await pushAtOnce(service, taskId);
  assert.deepEqual(won, values);
  await service.pushed(taskId, "open", "gate");
  const { hash } = new URL((await service.end(taskId)).solution.url);
  assert.ok(values.includes(hash.slice(1)), `the page got ${hash}`);
});
rule("again, another value, one already taken");
test("Another value than the one that was taken is ERROR_VARIABLE_ALREADY_SET", async (service) => {
  const taskId = await takenTask(service, "1");
  service.failure(await service.push(taskId, "2", "code"), "ERROR_VARIABLE_ALREADY_SET");
});
test("Of many pushes at once while the worker waits, the one that is taken succeeds and others are refused", async (service) => {
  const taskId = await service.waitingTask();
  const { won, lost } = await pushAtOnce(service, taskId);
  for (const answer of lost) service.failure(answer, "ERROR_VARIABLE_ALREADY_SET");
  assert.equal(won.length, 1, `these succeeded: ${won}`);
  assert.equal(await service.echoOf(taskId), won[0]);
});
rule("deep equality of the JSON");
test("Values are the same if their JSON is deeply equal, numbers by their mathematical value", async (service) => {
  const rows = [
    ['{"a":1,"b":[2,{"c":3,"d":4}]}', '{"b":[2,{"d":4,"c":3}],"a":1}'],
    ["[1]", "[ 1.0e0 ]"],
    ['"é"', '"\\u00e9"'],
    ["[9007199254740993]", "[9007199254740993.0]"],
    ["1e400", "10.0E399"],
  ] as const;
  for (const [answer, what] of await pushedAgain(service, rows)) service.success(answer, what);
});
test("Values of other kinds are other values", async (service) => {
  const rows = [
    ['"1"', "1"],
    ["0", "false"],
    ["null", '"null"'],
    ['""', "null"],
    ["[1,2]", "[2,1]"],
    ['{"a":1}', '{"a":1,"b":null}'],
    ["9007199254740993", "9007199254740992"],
    ["1e400", "1e401"],
    ["{}", "[]"],
  ] as const;
  for (const [answer, what] of await pushedAgain(service, rows))
    service.failure(answer, "ERROR_VARIABLE_ALREADY_SET", undefined, what);
});
rule("not a late variable of this task");
test("A variable that is not late is ERROR_VARIABLE_NOT_EXPECTED, and those that are get listed", async (service) => {
  const taskId = await service.newTask();
  for (const name of ["no_such_name", "Code", "code ", "cоde", "toString"])
    service.failure(await service.push(taskId, "1", name), "ERROR_VARIABLE_NOT_EXPECTED", service.variable);
  const given = await service.newDraft([code, gate], { code: "1", gate: waitForIt });
  service.failure(await service.push(given, "2", "code"), "ERROR_VARIABLE_NOT_EXPECTED");
});
rule("ERROR_TASK_FINISHED, always");
test("After the end every push is ERROR_TASK_FINISHED, which says whether a value was taken", async (service) => {
  const taskId = await service.newTask();
  await service.succeeds("cancelTask", { taskId });
  service.failure(await service.push(taskId, "1"), "ERROR_TASK_FINISHED", /no value .*taken/i);
  service.failure(await service.push(taskId, "1", "no_such_name"), "ERROR_TASK_FINISHED");
  const taken = await takenTask(service, "1");
  await service.succeeds("cancelTask", { taskId: taken });
  for (const value of ["1", "2", null])
    service.failure(await service.push(taken, value, "code"), "ERROR_TASK_FINISHED", /taken at \d{4}-\d{2}-\d{2}T/);
});
test("A push and a cancel cannot both win", async (service) => {
  for (let round = 0; round < 10; round++) {
    const taskId = await service.newTask();
    const [pushed] = await Promise.all([service.push(taskId, "1"), service.succeeds("cancelTask", { taskId })]);
    if (pushed.body?.errorId !== 0) service.failure(pushed, "ERROR_TASK_FINISHED");
    service.failure(await service.push(taskId, "1"), "ERROR_TASK_FINISHED");
    await service.fails("getTaskResult", { taskId }, "ERROR_TASK_CANCELED");
  }
});
rule("When a push races with a timeout, exactly one wins, and the response agrees with the task's end.");
test("A push and the end of the wait cannot both win", async (service) => {
  for (let round = 0; round < 2; round++) {
    const taskId = await service.waitingTask([{ ...code, timeout: 1 }, gate], both);
    const { waiting } = await service.succeeds("getTaskResult", { taskId });
    const ends = (waiting?.[0]?.expiresAt ?? 0) * 1_000;
    await new Promise((resolve) => setTimeout(resolve, Math.min(2_000, ends - Date.now() + 100 * round)));
    const answer = await service.push(taskId, "1", "code");
    if (answer.body?.errorId === 0) await service.untilWaiting(taskId, "gate");
    else {
      service.failure(answer, "ERROR_TASK_FINISHED");
      const isOver = ({ errorId, waitingFor }: Json) => errorId !== 0 || waitingFor?.includes("gate");
      const result = await service.until(taskId, isOver);
      assert.equal(result.errorCode, "ERROR_VARIABLE_TIMEOUT", "the value was refused, and taken");
    }
  }
});
rule("A value that was pushed before and that the step does not accept is discarded, and the step asks for another.");
test("A value that breaks the pattern is ERROR_VARIABLE_REFUSED, and the wait stays open", async (service) => {
  const shaped = [{ ...code, pattern: "[0-9]{6}" }, gate];
  const taskId = await service.newDraft(shaped, both);
  for (const value of ["34900", "3490011", " 349001", "349001\n", "abcdef", "", null, 34_900, ["349001"]])
    service.failure(await service.push(taskId, value, "code"), "ERROR_VARIABLE_REFUSED");
  await service.pushed(taskId, 349_001, "code");
});

section("gatepost", "2");
rule("task: a value did not arrive in time");
test("Without a value in time, a task ends with ERROR_VARIABLE_TIMEOUT", async (service) => {
  const taskId = await service.waitingTask([{ ...code, timeout: 1 }], { code: waitForIt });
  await service.failed(taskId, "ERROR_VARIABLE_TIMEOUT", "code");
});

section("gatepost", "11");
rule("A value of another kind than the wait declares is ERROR_VARIABLE_REFUSED, and the wait stays open.");
test("A value of another kind than the wait declares is refused, and the wait stays open", async (service) => {
  const kinds = [
    [{ kind: "choice", options: ["yes", "no"] }, "perhaps", "yes"],
    [{ kind: "number" }, "many", 12],
    [{ kind: "yes_no" }, "perhaps", true],
  ] as const;
  for (const [more, wrong, right] of kinds) {
    const taskId = await service.newDraft([{ ...code, ...more }, gate], both);
    service.failure(await service.push(taskId, wrong, "code"), "ERROR_VARIABLE_REFUSED", undefined, more.kind);
    await service.pushed(taskId, right, "code");
  }
});
rule(
  "A value that createTask brings must fit the first wait for it, otherwise the call is ERROR_BAD_REQUEST with a sentence for each such value.",
);
test("A value that createTask brings must fit the first wait for it", async (service) => {
  const choice = { ...gate, kind: "choice", options: ["yes"] };
  const template = { name: "Conformance", steps: [{ ...code, pattern: "[0-9]{6}" }, choice] };
  const task = await service.task({ template, variables: { code: "x", gate: "no" } });
  const { errorDescription } = await service.fails("createTask", { task }, "ERROR_BAD_REQUEST", "code");
  assert.match(errorDescription, /gate/);
});
