import assert from "node:assert/strict";
import { checkList } from "../check.ts";

const proxyFields = ["proxyType", "proxyAddress", "proxyPort", "proxyLogin", "proxyPassword"];

const { checks, section, rule, test } = checkList();

export { checks as tolerance };

section("family", "1");
rule('Integers may be sent as strings of digits (`"softId":"867"`).');
test("Integers may be strings of digits", async (service) => {
  await service.succeeds("getAppStats", { softId: String(service.softId) });
  const taskId = await service.newTask({}, { softId: String(service.softId) });
  await service.succeeds("pushAntiGateVariable", { taskId: String(taskId), name: service.variable, value: "1" });
});
rule("`softId` `0`, an empty string, `null` or absent means none, except in getAppStats.");
test("createTask takes no softId as 0, an empty string, null or nothing", async (service) => {
  for (const softId of [0, "0", "", null, undefined]) await service.newTask({}, { softId });
});
rule("Unknown properties are ignored and never stored.");
test("Unknown properties are ignored", async (service) => {
  const extra = { note: "x", state: "ready", price: 0, id: 7 };
  const taskId = await service.newTask(extra, extra);
  await service.succeeds("pushAntiGateVariable", { taskId, name: service.variable, value: "1", ...extra });
});
rule("Empty or null `proxy*` fields are ignored.");
test("Empty and null proxy fields are ignored", async (service) => {
  for (const empty of [null, ""])
    await service.newTask(Object.fromEntries([...proxyFields, "proxy"].map((name) => [name, empty])));
});

section("family", "3");
rule(
  "An unknown `softId` leaves the task without an application and never fails the call, because client libraries send their own default.",
);
test("An unknown softId never fails createTask", async (service) => {
  for (const softId of [867, 2_147_483_648, Number.MAX_SAFE_INTEGER]) await service.newTask({}, { softId });
});

section("gatepost", "1");
rule(
  "Filled ones are refused (1001: proxies are not supported), because ignoring them would show the worker's IP address instead of the intended one.",
);
test("A filled proxy field is refused", async (service) => {
  for (const name of [...proxyFields, "proxy", "proxyFoo"])
    for (const value of ["198.51.100.7", 8080]) {
      const task = await service.task({ [name]: value });
      await service.fails("createTask", { task }, "ERROR_BAD_REQUEST", `task.${name}`);
    }
});
rule("Those inside `task`, also of its objects, are listed in `warnings` of createTask's response.");
test("Unknown properties of task are listed in warnings, and known ones give none", async (service) => {
  const known = await service.succeeds("createTask", { task: await service.task({ proxyPort: null }), other: 1 });
  assert.deepEqual(Object.keys(known), ["errorId", "taskId"]);
  const task = await service.task({ viewPort: 1, viewport: { width: 390, height: 844, wide: 1 } });
  assert.deepEqual((await service.succeeds("createTask", { task })).warnings.sort(), [
    'The property "viewPort" of task is unknown and was ignored.',
    'The property "wide" of task.viewport is unknown and was ignored.',
  ]);
});
