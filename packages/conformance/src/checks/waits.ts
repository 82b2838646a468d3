import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import { takenTask } from "./push.ts";

const { checks, section, rule, test } = checkList();

export { checks as waits };

section("gatepost", "5");
rule("**declineVariable** ends the task with ERROR_TASK_CANCELED and the reason");
test("A declined variable ends the task with the reason, and a repeated call gets the same response", async (service) => {
  const taskId = await service.newTask();
  await service.pushed(taskId, "1");
  const decline = (reason: string) => service.call("declineVariable", { taskId, name: service.variable, reason });
  const first = await decline("Not mine.");
  service.success(first, "the call");
  assert.equal((await decline("Another reason.")).text, first.text);
  await service.failed(taskId, "ERROR_TASK_CANCELED", "Not mine.");
});
rule(
  "Once the worker has taken a value, it is ERROR_VARIABLE_ALREADY_SET; after any other end, cancelTask included, ERROR_TASK_FINISHED.",
);
test("A taken variable cannot be declined, nor can one of a task that was cancelled", async (service) => {
  const cancelled = await service.newTask();
  await service.succeeds("cancelTask", { taskId: cancelled });
  const decline = { name: "code", reason: "No." };
  await service.fails("declineVariable", { ...decline, taskId: cancelled }, "ERROR_TASK_FINISHED");
  const taken = await takenTask(service, "1");
  await service.fails("declineVariable", { ...decline, taskId: taken }, "ERROR_VARIABLE_ALREADY_SET");
  await service.fails("declineVariable", { ...decline, taskId: taken, reason: "" }, "ERROR_BAD_REQUEST", "reason");
  const other = { ...decline, name: "other" };
  await service.fails("declineVariable", { ...other, taskId: taken }, "ERROR_VARIABLE_NOT_EXPECTED", "code");
  await service.fails("declineVariable", { ...other, taskId: cancelled }, "ERROR_TASK_FINISHED");
});
rule(
  "The wait lasts at least `seconds` from now (at most 86,400), and the task's time limit is extended as much. It never makes a wait shorter.",
);
test("extendWait lets a wait last longer, and never makes it shorter", async (service) => {
  const taskId = await service.waitingTask();
  const extend = (seconds: number) => service.succeeds("extendWait", { taskId, name: "code", seconds });
  const long = await extend(3_600);
  assert.ok(long.expiresAt >= Date.now() / 1_000 + 3_500, `expiresAt ${long.expiresAt}`);
  // Both are predictions, of a second.
  assert.ok((await extend(10)).expiresAt >= long.expiresAt - 2);
  for (const seconds of [0, -1, 86_401, "x", null])
    await service.fails("extendWait", { taskId, name: "code", seconds }, "ERROR_BAD_REQUEST", "seconds");
});
rule(
  "A variable for which the task does not wait right now is ERROR_VARIABLE_NOT_EXPECTED, or ERROR_VARIABLE_ALREADY_SET once its value was taken.",
);
test("A wait that is not open cannot be extended", async (service) => {
  const taskId = await takenTask(service, "1");
  const body = { taskId, seconds: 60 };
  await service.fails("extendWait", { ...body, name: "code" }, "ERROR_VARIABLE_ALREADY_SET");
  await service.fails("extendWait", { ...body, name: "other" }, "ERROR_VARIABLE_NOT_EXPECTED");
});
rule("The link can be created before the task asks.");
test("An answer link can be created before the task asks, and lasts a day unless the call says otherwise", async (service) => {
  const body = { taskId: await service.newTask(), name: service.variable };
  const now = Date.now() / 1_000;
  const { url, expires } = await service.succeeds("createAnswerLink", body);
  assert.ok(Math.abs(expires - now - 86_400) < 120, `expires ${expires}`);
  const short = await service.succeeds("createAnswerLink", { ...body, expiresIn: 60 });
  assert.ok(Math.abs(short.expires - now - 60) < 120 && short.expires < expires, `expires ${short.expires}`);
  const page = await service.get(new URL(url).pathname.slice(1));
  assert.equal(page.status, 200, url);
});
rule("With 20 working links of a task, another one is ERROR_BAD_REQUEST.");
test("A task has 20 working answer links at most", async (service) => {
  const body = { taskId: await service.newTask(), name: service.variable };
  const urls = new Set<string>();
  for (let n = 0; n < 20; n++) urls.add((await service.succeeds("createAnswerLink", body)).url);
  assert.equal(urls.size, 20, "each its own");
  await service.fails("createAnswerLink", body, "ERROR_BAD_REQUEST", "20");
  await service.fails("createAnswerLink", { ...body, name: "other" }, "ERROR_VARIABLE_NOT_EXPECTED");
  await service.succeeds("cancelTask", { taskId: body.taskId });
  await service.fails("createAnswerLink", body, "ERROR_TASK_FINISHED");
});
rule("It is ERROR_SERVICE_UNAVAILABLE while no browser is open for the task or its worker cannot be reached.");
test("There is no live link while no browser is open for the task", async (service) => {
  const ended = await service.newTask();
  await service.succeeds("cancelTask", { taskId: ended });
  await service.fails("createLiveLink", { taskId: ended }, "ERROR_TASK_FINISHED");
  const session = `Conformance ${Date.now()}`;
  await service.newTask({ session });
  const held = await service.newTask({ session });
  const answer = await service.call("createLiveLink", { taskId: held });
  await service.call("deleteSession", { name: session });
  service.failure(answer, "ERROR_SERVICE_UNAVAILABLE", undefined, "createLiveLink", 503);
});
rule(
  "it waits for `_help`, of the kind `help`, with the failure as its prompt and the options `retry`, `skip` and `stop`, for 600 seconds",
);
test("A failed step asks for help if the task says so, and stop ends the task with the step's own error", async (service) => {
  const steps = [{ type: "WAIT_FOR_ELEMENT", selector: "#no-such-element", timeout: 0.1 }];
  if (service.noWorker) await service.waitingTask();
  const taskId = await service.newDraft(steps, {}, { onFailure: "ask" });
  const { waiting } = await service.untilWaiting(taskId, "_help");
  assert.equal(waiting[0].kind, "help");
  assert.deepEqual(waiting[0].options, ["retry", "skip", "stop"]);
  assert.match(waiting[0].prompt, /#no-such-element/);
  service.failure(await service.push(taskId, "perhaps", "_help"), "ERROR_VARIABLE_REFUSED");
  await service.pushed(taskId, "stop", "_help");
  await service.failed(taskId, "ERROR_STEP_FAILED", "#no-such-element");
});
