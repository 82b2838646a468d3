import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import { freshKey, freshName, still } from "../service.ts";

const { checks, section, rule, test } = checkList();

export { checks as idempotency };

section("gatepost", "1");
rule("The first success is repeated for 24 h, byte for byte; failures are not stored.");
test("A repeated createTask with an Idempotency-Key gets the first answer, byte for byte", async (service) => {
  const [headers, body] = [freshKey(), { task: await service.task({ unknown: 1 }) }];
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.call("createTask", body, headers)));
  service.success(await service.call("createTask", body, headers), "the last call");
  for (const { text } of answers) assert.equal(text, answers[0]?.text);
  assert.equal((await service.call("createTask", body, headers)).text, answers[0]?.text);
  const other = await service.succeeds("createTask", body, freshKey());
  assert.notEqual(other.taskId, answers[0]?.body.taskId, "another key is another task");
});
test("A failure is not repeated for an Idempotency-Key once its cause is gone", async (service) => {
  const [headers, templateName] = [freshKey(), freshName()];
  const body = { task: await service.task({ template: undefined, templateName, variables: {} }) };
  service.failure(await service.call("createTask", body, headers), "ERROR_TEMPLATE_NOT_FOUND");
  await service.succeeds("saveTemplate", { template: { name: templateName, steps: still } });
  try {
    service.success(await service.call("createTask", body, headers), "the same call");
  } finally {
    await service.call("deleteTemplate", { name: templateName });
  }
});
rule("`createTask` and `pushAntiGateVariable` take the header `Idempotency-Key` (1 to 255 characters), per account.");
test("A repeated push with an Idempotency-Key gets the first answer, also after the task has ended", async (service) => {
  const taskId = await service.newTask();
  const [headers, body] = [freshKey(), { taskId, name: service.variable, value: "1" }];
  const first = await service.call("pushAntiGateVariable", body, headers);
  service.success(first, "the push");
  await service.succeeds("cancelTask", { taskId });
  await service.fails("pushAntiGateVariable", body, "ERROR_TASK_FINISHED");
  assert.equal((await service.call("pushAntiGateVariable", body, headers)).text, first.text);
});
test("Two accounts may use one Idempotency-Key", async (service) => {
  const headers = freshKey();
  const task = await service.task({ template: undefined, templateName: "Sign-in and wait for control text" });
  const names = ["login_input_css", "login_input_value", "password_input_css", "password_input_value", "control_text"];
  const body = { task: { ...task, variables: Object.fromEntries(names.map((name) => [name, "x"])) } };
  const mine = await service.succeeds("createTask", body, headers);
  const theirs = await service.succeeds("createTask", { clientKey: service.key("otherKey"), ...body }, headers);
  assert.notEqual(mine.taskId, theirs.taskId);
});
test("An Idempotency-Key has 255 characters at most", async (service) => {
  const key = "k".repeat(255 - 36) + crypto.randomUUID();
  const body = { task: await service.task() };
  await service.succeeds("createTask", body, { "idempotency-key": key });
  const answer = await service.call("createTask", body, { "idempotency-key": `${key}k` });
  service.failure(answer, "ERROR_REQUEST_TOO_LARGE", "255");
});
rule("The same key with a different body is `ERROR_BAD_REQUEST`.");
test("An Idempotency-Key with a different body or method is ERROR_BAD_REQUEST", async (service) => {
  const headers = freshKey();
  const { taskId } = await service.succeeds("createTask", { task: await service.task() }, headers);
  for (const more of [{ websiteURL: `${service.page}?other` }, { variables: { code: "1", gate: "1" } }])
    service.failure(await service.call("createTask", { task: await service.task(more) }, headers), "ERROR_BAD_REQUEST");
  const push = { taskId, name: service.variable, value: "1" };
  service.failure(await service.call("pushAntiGateVariable", push, headers), "ERROR_BAD_REQUEST");
});
