import { limits, waitForIt } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { newTaskBody, noTask, taskMaker } from "./bodies.ts";
import { type Answer, expectError, expectSuccess, post } from "./call.ts";
import { openWire } from "./wire.ts";

const { url, operator, call } = openWire();
const account = await newAccount(operator);
const { clientKey } = account;
const body = await newTaskBody(operator, account);
const newTask = await taskMaker(call, operator, account);

/** A limit other than the body's answers 200, and says which it is. */
function expectTooLarge(answer: Answer, named: string | number): void {
  expectError(answer, "ERROR_REQUEST_TOO_LARGE", 200);
  expect(answer.body.errorDescription.replaceAll(",", "")).toContain(String(named));
}

/** A whole body that is exactly so many objects or arrays deep. */
function nested(depth: number, [open, innermost, close]: readonly [string, string, string]): Uint8Array {
  const note = open.repeat(depth - 1) + innermost + close.repeat(depth - 1);
  return new TextEncoder().encode(`{"clientKey":"${clientKey}","note":${note}}`);
}

const arrays = ["[", "", "]"] as const;
const objects = ['{"a":', "1", "}"] as const;

test.for([
  ["arrays", arrays],
  ["objects", objects],
] as const)("a body may be 64 deep in %s, and no deeper", async ([, kind]) => {
  expectSuccess(await post(url, "getBalance", nested(limits.nesting, kind)), "getBalance");
  expectTooLarge(await post(url, "getBalance", nested(limits.nesting + 1, kind)), limits.nesting);
});

test("a hundred thousand brackets break nothing", async () => {
  expectTooLarge(await post(url, "getBalance", nested(100_000, arrays)), limits.nesting);
  const cut = new TextEncoder().encode(`{"a":${"[".repeat(200_000)}`);
  const { status } = await post(url, "getBalance", cut);
  expect(status).toBeLessThan(500);
});

test("brackets inside a string are not nesting", async () => {
  const note = `${"[{".repeat(200)}\\"${"[{".repeat(200)}`;
  expectSuccess(await call("getBalance", { clientKey, note }), "getBalance");
});

/** A string whose JSON has this many bytes of UTF-8. */
const serialised = (bytes: number, letter = "x") =>
  letter.repeat(Math.floor((bytes - 2) / Buffer.byteLength(letter))) +
  "x".repeat((bytes - 2) % Buffer.byteLength(letter));

test.for(["x", "é", "😀"])("a variable's value may have 64 KiB as JSON, and no byte more: %s", async (letter) => {
  const fits = serialised(limits.variableBytes, letter);
  const taskId = await newTask();
  const pushed = { clientKey, taskId, name: "code" };
  expectSuccess(await call("pushAntiGateVariable", { ...pushed, value: fits }), "pushAntiGateVariable");
  expectTooLarge(await call("pushAntiGateVariable", { ...pushed, value: `${fits}x` }), "64 KiB");

  expectSuccess(await call("createTask", body({ variables: { code: fits } })), "createTask");
  const answer = await call("createTask", body({ variables: { code: `${fits}x` } }));
  expectTooLarge(answer, "64 KiB");
  expect(answer.body.errorDescription).toContain("code");
});

test("what counts is the value as JSON, quotes and escapes included", async () => {
  const value = "\\".repeat(limits.variableBytes / 2);
  expectTooLarge(
    await call("pushAntiGateVariable", { clientKey, taskId: await newTask(), name: "code", value }),
    "64 KiB",
  );
});

test("a task may have 100 variables, and no more", async () => {
  const some = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [n ? `v${n}` : "code", "1"]));
  expectSuccess(await call("createTask", body({ variables: some(limits.variables) })), "createTask");
  expectTooLarge(await call("createTask", body({ variables: some(limits.variables + 1) })), limits.variables);
});

test("a variable's name has 1 to 128 characters", async () => {
  const long = "n".repeat(limits.nameLength);
  expectSuccess(await call("createTask", body({ variables: { code: waitForIt, [long]: 1 } })), "createTask");
  expectTooLarge(
    await call("createTask", body({ variables: { code: waitForIt, [`${long}n`]: 1 } })),
    limits.nameLength,
  );
  expectError(await call("createTask", body({ variables: { code: waitForIt, "": 1 } })), "ERROR_BAD_REQUEST");

  const taskId = await newTask();
  const pushed = { clientKey, taskId, value: 1 };
  expectError(await call("pushAntiGateVariable", { ...pushed, name: long }), "ERROR_VARIABLE_NOT_EXPECTED");
  expectTooLarge(await call("pushAntiGateVariable", { ...pushed, name: `${long}n` }), limits.nameLength);
  expectError(await call("pushAntiGateVariable", { ...pushed, name: "" }), "ERROR_BAD_REQUEST");
});

test.for(["__proto__", "constructor", "prototype"])("a variable cannot be named %s", async (name) => {
  const good = JSON.stringify(body({ variables: { code: 1, evil: { polluted: true } } }));
  const answer = await post(url, "createTask", new TextEncoder().encode(good.replace('"evil"', JSON.stringify(name))));
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain(`task.variables.${name}`);
  const pushed = await call("pushAntiGateVariable", { clientKey, taskId: await newTask(), name, value: 1 });
  expectError(pushed, "ERROR_BAD_REQUEST");
});

test("a URL has 8,192 characters at most", async () => {
  const long = "https://example.org/".padEnd(limits.urlLength, "a");
  expectSuccess(await call("createTask", body({ websiteURL: long })), "createTask");
  expectTooLarge(await call("createTask", body({ websiteURL: `${long}a` })), limits.urlLength);
});

test("an Idempotency-Key has 255 characters at most", async () => {
  const key = "k".repeat(limits.idempotencyKeyLength - 36) + crypto.randomUUID();
  expectSuccess(await call("createTask", body(), { "idempotency-key": key }), "createTask");
  expectTooLarge(await call("createTask", body(), { "idempotency-key": `${key}k` }), limits.idempotencyKeyLength);
});

test("a limit is checked before anything of the call is done", async () => {
  const before = await operator.db.prisma.task.count();
  const variables = { code: serialised(limits.variableBytes + 1) };
  expectTooLarge(await call("createTask", body({ variables })), "64 KiB");
  expect(await operator.db.prisma.task.count()).toBe(before);
  expectError(
    await call("pushAntiGateVariable", { clientKey, taskId: noTask, name: "code", value: variables.code }),
    "ERROR_REQUEST_TOO_LARGE",
  );
});
