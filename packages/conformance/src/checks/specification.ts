import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";
import { Missing, noTask, type Service } from "../service.ts";

/** All series of the application's reports, and what they are of. */
async function allSeries(service: Service): Promise<Json[]> {
  const reports = [];
  for (const mode of modes) reports.push(await service.report({ mode }));
  return reports.flatMap(({ chartData }) => chartData);
}

export const modes = ["errors", "views", "downloads", "users", "money"] as const;

/** The error series, of which there is one at least: a refused call of createTask makes one. */
async function errorSeries(service: Service): Promise<Json[]> {
  await service.call("createTask", { softId: service.softId, task: { type: "NoSuchTask" } });
  const { chartData } = await service.report();
  const found = chartData.filter(({ errorId }: Json) => errorId !== 0);
  if (found.length === 0) throw new Missing("an error of the application in the last days");
  return found;
}

const months = "January|February|March|April|May|June|July|August|September|October|November|December";
const shortMonths = months.replace(/(\w{3})\w*/g, "$1");

async function points(service: Service): Promise<Json[]> {
  const [{ data }] = (await service.report()).chartData;
  assert.ok(data.length > 0, "the report has no days");
  return data;
}

/** What the specification says by itself, without anything that it leaves open. */
const { checks, section, rule, test } = checkList();

export { checks as specification };

section("specification", "2.1");
rule("On success errorId is 0 and chartData, fromDate and toDate are present.");
test("A report has errorId 0, chartData, fromDate and toDate", async (service) => {
  const body = await service.report();
  assert.ok(Array.isArray(body.chartData), "chartData must be an array");
  for (const name of ["fromDate", "toDate"]) assert.equal(typeof body[name], "string", name);
});
rule("Start date of the report, shaped `<day> <short month name> <hh:mm>`");
test("fromDate and toDate are a day, a short month name and a time", async (service) => {
  const body = await service.report();
  for (const name of ["fromDate", "toDate"])
    assert.match(body[name], new RegExp(`^\\d{1,2} (?:${shortMonths}) \\d{2}:\\d{2}$`), name);
});

section("specification", "2.2");
rule("Title of the series");
test("Each series has its name, data, itemname, errorId, code and description", async (service) => {
  const types = { name: "string", itemname: "string", errorId: "number", code: "string", description: "string" };
  for (const series of await allSeries(service)) {
    for (const [name, type] of Object.entries(types)) assert.equal(typeof series[name], type, `${name} of a series`);
    assert.ok(Array.isArray(series.data), "data of a series");
  }
});
rule("Total count; present on error series, absent on the ordinary series");
test("The ordinary series has errorId 0, an empty code and description, and no count", async (service) => {
  for (const mode of modes) {
    const ordinary = (await service.report({ mode })).chartData.filter(({ errorId }: Json) => errorId === 0);
    assert.ok(ordinary.length > 0, `${mode} has no ordinary series`);
    for (const { code, description, count } of ordinary)
      assert.deepEqual({ code, description, count }, { code: "", description: "", count: undefined }, mode);
  }
});
rule("0 for an ordinary series; greater than 0 for an error series and then equals the identifier of that error kind");
test("An error series has the id, the code and the description of its error, and a count", async (service) => {
  for (const { errorId, code, description, count } of await errorSeries(service)) {
    assert.ok(Number.isInteger(errorId) && errorId > 0, `errorId ${errorId}`);
    assert.match(code, /^ERROR_/);
    assert.match(description, /\S/);
    assert.ok(Number.isInteger(count) && count > 0, `count ${count} of ${code}`);
  }
});
rule("Two groups occur: a group for successfully processed items and a group for errors");
test("Series of errors are a group of their own", async (service) => {
  const errors = new Set((await errorSeries(service)).map(({ itemname }) => itemname));
  const { chartData } = await service.report();
  const others = new Set(chartData.filter(({ errorId }: Json) => errorId === 0).map(({ itemname }: Json) => itemname));
  assert.deepEqual([errors.size, others.size], [1, 1], "one group each");
  assert.notDeepEqual([...errors], [...others]);
});

section("specification", "2.3");
rule("Day, shaped `<day> <full month name>`");
test("A point has the day with its full and its short month name", async (service) => {
  for (const { date, shortdate } of await points(service)) {
    assert.match(date, new RegExp(`^\\d{1,2} (?:${months})$`));
    assert.match(shortdate, new RegExp(`^\\d{1,2} (?:${shortMonths})$`));
    assert.equal(shortdate, date.replace(/(?<= \w{3})\w*/, ""));
  }
});
rule("Value for that day");
test("y is an integer", async (service) => {
  for (const { name, data } of await allSeries(service))
    for (const { y } of data) assert.ok(Number.isInteger(y), `y of ${name} is ${y}`);
});
rule("Timestamp equal to beginstamp");
test("stamp is the timestamp of the start of the day", async (service) => {
  for (const { stamp, beginstamp } of await points(service)) assert.equal(stamp, beginstamp);
});
rule("Timestamp of the end of the day (one day after beginstamp, minus one unit)");
test("A day ends one unit before the next one begins", async (service) => {
  const all = await points(service);
  for (const [index, { endstamp, beginstamp }] of all.entries()) {
    assert.ok(Number.isInteger(endstamp) && endstamp > beginstamp, `endstamp ${endstamp}`);
    if (index > 0) assert.equal(all[index - 1].endstamp + 1, beginstamp);
  }
});
rule("The report covers consecutive days, one point per day, ordered by date ascending.");
test("The days are consecutive and ascend", async (service) => {
  const all = await points(service);
  for (let index = 1; index < all.length; index++) {
    const [before, after] = [all[index - 1], all[index]].map(({ date }) => new Date(`${date} 2024 12:00Z`));
    const passed = (Number(after) - Number(before)) / 86_400_000;
    // The year is not said: a new one begins, or its February has one day less.
    assert.ok(passed === 1 || passed === -365 || passed === 2, `${all[index].date} after ${all[index - 1].date}`);
  }
});

section("specification", "4.1");
rule("Kind of statistics. Default `errors`");
test("Without a mode, a report is of errors", async (service) => {
  const names = ({ chartData }: Json) => chartData.map(({ name }: Json) => name);
  assert.deepEqual(names(await service.report()), names(await service.report({ mode: "errors" })));
});
rule("Page views of the application page");
test("All five modes give a report", async (service) => {
  for (const mode of modes) assert.ok((await service.report({ mode })).chartData.length > 0, mode);
});
rule("Identifier of the application in the developer portal");
test("getAppStats needs softId", async (service) => {
  const { body, text } = await service.call("getAppStats", {});
  assert.ok(body?.errorId > 0, `without softId the answer is ${text}`);
});
rule(
  "When the caller is not the owner of the application, then the response has an errorId greater than 0 and errorCode `ERROR_ACCESS_DENIED`.",
);
test("Only the owner of an application gets its report", async (service) => {
  const body = { clientKey: service.key("otherKey"), softId: service.softId };
  await service.fails("getAppStats", body, "ERROR_ACCESS_DENIED");
});
rule("Only the owner of the application may read them. Any other access returns the error code `ERROR_ACCESS_DENIED`.");
test("An application that does not exist has no report", async (service) =>
  void (await service.fails("getAppStats", { softId: noTask }, "ERROR_ACCESS_DENIED")));
rule(
  "When the key does not exist, then the response has errorId 1, errorCode `ERROR_KEY_DOES_NOT_EXIST` and a description stating that the account authorization key was not found.",
);
test("getAppStats with an unknown key fails with id 1 and says that the key was not found", async (service) => {
  const body = { clientKey: "no-such-key", softId: service.softId };
  const { errorId } = await service.fails("getAppStats", body, "ERROR_KEY_DOES_NOT_EXIST", /key.*not found/i);
  assert.equal(errorId, 1);
});
rule("On error only errorId, errorCode and errorDescription are returned.");
test("A refused report has the error and nothing else", async (service) => {
  const body = await service.fails("getAppStats", { softId: noTask }, "ERROR_ACCESS_DENIED");
  assert.deepEqual(Object.keys(body).sort(), ["errorCode", "errorDescription", "errorId"]);
});

section("specification", "4.2");
rule("On success the value `success` accompanies errorId 0");
test("A push succeeds with errorId 0 and status success", async (service) => {
  const answer = await service.push(await service.newTask(), "349001");
  assert.equal(service.success(answer, "the push").status, "success");
});
rule("Value of the postponed variable");
test("Any JSON type is a value", async (service) => {
  for (const value of [null, false, true, 0, -1.5, "", "text", [], [1, null], {}, { a: { b: "c" } }])
    await service.pushed(await service.newTask(), value);
});
rule("Identifier of the the service task, `<task_id>`");
test("A push needs taskId, name and value", async (service) => {
  const whole = { taskId: await service.newTask(), name: service.variable, value: "1" };
  for (const property of Object.keys(whole)) {
    const { body, text } = await service.call("pushAntiGateVariable", { ...whole, [property]: undefined });
    assert.ok(body?.errorId > 0, `without ${property} the answer is ${text}`);
  }
});
test("A push to a task that does not exist fails", async (service) => {
  const { body, text } = await service.push(noTask, "1");
  assert.ok(body?.errorId > 0 && body.errorCode, `the answer is ${text}`);
});
rule("A missing or unknown key yields `ERROR_KEY_DOES_NOT_EXIST`");
test("A push with an unknown key fails", async (service) => {
  const body = { clientKey: "no-such-key", taskId: await service.newTask(), name: service.variable, value: "1" };
  await service.fails("pushAntiGateVariable", body, "ERROR_KEY_DOES_NOT_EXIST");
});
rule("supplies the value of one variable of an the service task after the task was created");
test("A pushed value is the one that the task goes on with", async (service) => {
  const taskId = await service.waitingTask();
  await service.pushed(taskId, "349001");
  assert.equal(await service.echoOf(taskId), "349001");
});

section("specification", "4.3");
rule("a variable to be supplied later has the value `_WAIT_FOR_IT_`");
test("createTask takes a variable whose value comes later", async (service) => {
  const taskId = await service.newTask();
  assert.ok(Number.isInteger(taskId) && taskId > 0, `taskId ${taskId}`);
});
rule("every variable value must be included in the `variables` object");
test("createTask needs a value for every variable of the template", async (service) => {
  const { body, text } = await service.call("createTask", { task: await service.task({ variables: {} }) });
  assert.ok(body?.errorId > 0, `without the variables the answer is ${text}`);
});

section("specification", "5");
rule("A missing or unknown key yields `ERROR_KEY_DOES_NOT_EXIST`");
test("A call without a key fails like one with an unknown key", async (service) => {
  for (const clientKey of [undefined, "no-such-key"])
    for (const [method, body] of Object.entries({
      getAppStats: { softId: 1 },
      pushAntiGateVariable: { taskId: 1, name: "code", value: "1" },
    }))
      await service.fails(method, { ...body, clientKey }, "ERROR_KEY_DOES_NOT_EXIST");
});

section("specification", "7");
rule(
  "A value greater than 0 means failure, and then `errorCode` (string) and `errorDescription` (string) are present.",
);
test("Every failure has a code and a description, and no success has", async (service) => {
  await service.fails("getAppStats", { softId: noTask }, "ERROR_ACCESS_DENIED");
  const { errorCode, errorDescription } = await service.report();
  assert.deepEqual([errorCode, errorDescription], [undefined, undefined]);
});
