import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Answer } from "../http.ts";
import { type Service, still, waitForIt } from "../service.ts";

/** Methods whose calls need a key. */
const withKey = ({ methods = [] }: Service) => methods.filter((name) => !["getQueueStats", "test"].includes(name));

function tooLarge(service: Service, answer: Answer, named: string | number): void {
  const { errorDescription } = service.failure(answer, "ERROR_REQUEST_TOO_LARGE");
  assert.ok(errorDescription.replaceAll(",", "").includes(String(named)), errorDescription);
}

const nested = ({ options: { clientKey } }: Service, depth: number, open: string, close: string) =>
  `{"clientKey":"${clientKey}","note":${open.repeat(depth - 1)}1${close.repeat(depth - 1)}}`;

/** A string whose JSON has this many bytes. */
const bytes = (size: number, letter: string) => {
  const each = Buffer.byteLength(letter);
  return letter.repeat(Math.floor((size - 2) / each)) + "x".repeat((size - 2) % each);
};

const { checks, section, rule, test } = checkList();

export { checks as accessAndLimits };

section("gatepost", "2");
rule("`clientKey` is missing, not a string, malformed, unknown, revoked or expired; the same response for all");
test("Every key that does not work gets the same response", async (service) => {
  const keys = [undefined, null, "", 1, {}, ["x"], "gp_", "gp_nobody", "12345678901234567890123456789012"];
  for (const method of withKey(service)) {
    const answers = [];
    for (const clientKey of method === "getBalance" ? keys : keys.slice(0, 1))
      answers.push(await service.call(method, { clientKey, softId: 1, taskId: 1 }));
    for (const answer of answers) service.failure(answer, "ERROR_KEY_DOES_NOT_EXIST", /not found/i, method);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, method);
  }
});
test("A revoked key is answered like an unknown one", async (service) => {
  const unknown = await service.call("getBalance", { clientKey: "gp_nobody" });
  const revoked = await service.call("getBalance", { clientKey: service.key("revokedKey") });
  service.failure(revoked, "ERROR_KEY_DOES_NOT_EXIST");
  assert.equal(revoked.text, unknown.text);
});
rule("the operator suspended the account");
test("Keys of a suspended account are refused", async (service) => {
  const clientKey = service.key("suspendedKey");
  for (const method of withKey(service)) await service.fails(method, { clientKey }, "ERROR_ACCOUNT_SUSPENDED");
});
rule("the key has a list of allowed IP addresses, and the caller is not on it");
test("A key with a list of IP addresses works from no other, whatever a header says", async (service) => {
  const clientKey = service.key("foreignAddressKey");
  for (const method of withKey(service)) await service.fails(method, { clientKey }, "ERROR_IP_NOT_ALLOWED");
  // The address of documentation, as tests of a list name it.
  const forged = { "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7", "x-real-ip": "203.0.113.7" };
  service.failure(await service.call("getBalance", { clientKey }, forged), "ERROR_IP_NOT_ALLOWED");
});
rule("A read-only key has none that change anything.");
test("A read-only key may change nothing, and any key may read the balance and templates", async (service) => {
  const clientKey = service.key("readOnlyKey");
  const template = { name: "Conformance", steps: still };
  const task = { ...(await service.task({ variables: { code: "1", gate: "1" } })), clientKey };
  for (const [method, body] of Object.entries({
    createTask: { task },
    pushAntiGateVariable: { taskId: 1, name: "code", value: "1" },
    cancelTask: { taskId: 1 },
    saveTemplate: { template },
    deleteTemplate: { name: "Conformance" },
    saveSecret: { name: "Conformance", value: "x", domains: ["example.org"] },
  }))
    await service.fails(method, { clientKey, ...body }, "ERROR_ACCESS_DENIED");
  await service.succeeds("getBalance", { clientKey });
  await service.succeeds("listTemplates", { clientKey });
  await service.succeeds("getTemplate", { clientKey, name: "Sign-in and wait for control text" });
});
rule("JSON, key, state of the account, IP address, the method's own properties, permissions, state");
test("Checks come in one order: JSON, key, account, IP address, properties, permissions, state", async (service) => {
  service.failure(await service.post("createTask", "{"), "ERROR_BAD_REQUEST", undefined, "no JSON", 400);
  const wrong = { task: null, softId: "x", taskId: "x" };
  await service.fails("createTask", { ...wrong, clientKey: "no-such-key" }, "ERROR_KEY_DOES_NOT_EXIST");
  const { suspendedKey, foreignAddressKey, readOnlyKey } = service.options;
  if (suspendedKey) await service.fails("createTask", { ...wrong, clientKey: suspendedKey }, "ERROR_ACCOUNT_SUSPENDED");
  if (foreignAddressKey)
    await service.fails("createTask", { ...wrong, clientKey: foreignAddressKey }, "ERROR_IP_NOT_ALLOWED");
  if (readOnlyKey) {
    await service.fails("createTask", { ...wrong, clientKey: readOnlyKey }, "ERROR_TASK_ABSENT");
    const task = await service.task({ template: undefined, templateName: "No such template" });
    await service.fails("createTask", { task, clientKey: readOnlyKey }, "ERROR_ACCESS_DENIED");
  }
  const task = await service.task({ template: undefined, templateName: "No such template" });
  await service.fails("createTask", { task, softId: "x" }, "ERROR_BAD_REQUEST");
  await service.fails("createTask", { task }, "ERROR_TEMPLATE_NOT_FOUND");
  await service.fails("getTaskResult", { clientKey: "no-such-key", taskId: "x" }, "ERROR_KEY_DOES_NOT_EXIST");
});

section("gatepost", "10");
rule("A call over a limit is ERROR_REQUEST_TOO_LARGE or ERROR_BAD_REQUEST, and the description says which");
test("A body may be 64 objects or arrays deep, and no deeper", async (service) => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    service.success(await service.post("getBalance", nested(service, 64, open, close)), "64 deep");
    for (const depth of open === "[" ? [65, 100_000] : [65])
      tooLarge(service, await service.post("getBalance", nested(service, depth, open, close)), 64);
  }
  const note = `${"[{".repeat(200)}\\"${"[{".repeat(200)}`;
  await service.succeeds("getBalance", { note });
  assert.ok((await service.post("getBalance", `{"a":${"[".repeat(200_000)}`)).status < 500, "a body that is cut off");
});
test("A body may have 50,000 values, and no more", async (service) => {
  await service.succeeds("getBalance", { note: Array(49_000).fill(1) });
  tooLarge(service, await service.call("getBalance", { note: Array(50_001).fill(1) }), 50_000);
});
test("A value may have 64 KiB as JSON, at creation and by a push, and no byte more", async (service) => {
  for (const letter of ["x", "é", "😀"]) {
    const fits = bytes(64 * 1024, letter);
    // A value that a worker has taken cannot be replaced by another one.
    const taskId = await service.newTask();
    await service.pushed(taskId, fits);
    tooLarge(service, await service.push(taskId, `${fits}x`), "64 KiB");
    service.success(await service.create(still, { code: fits }), "64 KiB");
    const answer = await service.create(still, { code: `${fits}x` });
    tooLarge(service, answer, "64 KiB");
    assert.match(answer.body.errorDescription, /code/);
  }
  // Quotes and escapes count.
  tooLarge(service, await service.push(await service.newTask(), "\\".repeat(32 * 1024)), "64 KiB");
});
test("A task may have 100 variables, and no more", async (service) => {
  const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, "1"]));
  service.success(await service.create(still, some(100)), "100");
  tooLarge(service, await service.create(still, some(101)), 100);
});
test("A variable's name has 1 to 128 characters", async (service) => {
  const long = "n".repeat(128);
  service.success(await service.create(still, { [long]: 1 }), "128");
  tooLarge(service, await service.create(still, { [`${long}n`]: 1 }), 128);
  service.failure(await service.create(still, { "": 1 }), "ERROR_BAD_REQUEST");
  const taskId = await service.newTask();
  service.failure(await service.push(taskId, 1, long), "ERROR_VARIABLE_NOT_EXPECTED");
  tooLarge(service, await service.push(taskId, 1, `${long}n`), 128);
  for (const name of ["", "__proto__", "constructor", "prototype"])
    service.failure(await service.push(taskId, 1, name), "ERROR_BAD_REQUEST");
});
test("A URL has 8,192 characters at most", async (service) => {
  const long = "https://example.org/".padEnd(8_192, "a");
  service.success(await service.create(still, {}, { websiteURL: long }), "8,192");
  tooLarge(service, await service.create(still, {}, { websiteURL: `${long}a` }), 8_192);
});
test("A limit is checked before anything of the call is done", async (service) => {
  const taskId = await service.newTask();
  await service.pushed(taskId, "1");
  const over = bytes(64 * 1024 + 1, "x");
  tooLarge(service, await service.push(taskId, over), "64 KiB");
  tooLarge(service, await service.push(4_503_599_627_370_000, over), "64 KiB");
  const latest = async () => (await service.succeeds("listTasks", { limit: 1 })).tasks[0]?.taskId;
  const before = await latest();
  tooLarge(service, await service.create(still, { code: over }), "64 KiB");
  assert.equal(await latest(), before, "a task was created");
  const { receipts } = await service.succeeds("getTaskResult", { taskId });
  const lengths = receipts.map(({ length }: { length: number }) => length);
  assert.deepEqual(lengths, [1]);
});
rule(
  "A call of createTask or pushAntiGateVariable with a body over 256 KiB sends the key in `clientKey` and in the header `Authorization: Bearer KEY`.",
);
test("A body over 256 KiB is taken with the key in the header Authorization too", async (service) => {
  const steps = [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "file", kind: "file" }];
  const taskId = await service.newDraft(steps, { file: waitForIt });
  const file = { name: "a.txt", type: "text/plain", base64: "YWFh".repeat(100_000) };
  const body = service.bodyOf({ taskId, name: "file", value: file });
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const without = await service.post("pushAntiGateVariable", body);
  service.failure(without, "ERROR_REQUEST_TOO_LARGE", "Authorization", "without the header", 413);
  const unknown = await service.post("getBalance", body, bearer(service.options.clientKey));
  service.failure(unknown, "ERROR_REQUEST_TOO_LARGE", undefined, "another method", 413);
  const taken = await service.post("pushAntiGateVariable", body, bearer(service.options.clientKey));
  service.success(taken, "with the header");
});
rule(
  "If the two keys differ, the call is ERROR_KEY_DOES_NOT_EXIST if `clientKey` does not exist, otherwise ERROR_BAD_REQUEST.",
);
test("A large body with two different keys is refused", async (service) => {
  const headers = { authorization: `Bearer ${service.options.clientKey}` };
  const value = "x".repeat(300_000);
  const pushAs = (clientKey: string) =>
    service.post("pushAntiGateVariable", service.bodyOf({ clientKey, taskId: 1, name: "code", value }), headers);
  service.failure(await pushAs("gp_nobody"), "ERROR_KEY_DOES_NOT_EXIST");
  service.failure(await pushAs(service.key("otherKey")), "ERROR_BAD_REQUEST");
});
