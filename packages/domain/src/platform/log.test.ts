import { stripVTControlCharacters } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";
import { currentRequestId, inRequest, log, logFault, logText } from "./log.ts";

const canary = "canary-349001";
const written = vi.spyOn(console, "log").mockImplementation(() => {});
afterEach(() => written.mockClear());

function lastLine(): Record<string, unknown> {
  return JSON.parse(String(written.mock.lastCall?.[0]));
}

test("a line is JSON with its time, level, event and facts, a bigint as its digits, and what is not secret stays readable", () => {
  log("task ended", { taskId: 7, code: "ERROR_TASK_TIMEOUT" });
  expect(lastLine()).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    level: "info",
    event: "task ended",
    taskId: 7,
    code: "ERROR_TASK_TIMEOUT",
  });

  const facts = { address: "192.0.2.7", what: "database role", advice: "https://example.com/a?b@c", tokens: 3 };
  log("protection missing", facts);
  expect(lastLine()).toMatchObject(facts);

  log("payment", { microUsd: 9_007_199_254_740_993n, list: [1n] });
  expect(lastLine()).toMatchObject({ microUsd: "9007199254740993", list: ["1"] });
});

test.for([
  { clientKey: canary },
  { password: canary },
  { newPassword: canary },
  { headers: { Authorization: canary, cookie: canary } },
  { list: [{ callbackSecret: { old: canary } }] },
  { variables: { code: canary } },
  { problem: `no account has gp_${canary.replace("-", "")}` },
  { problem: `no account has gp_eu1_${canary.replace("-", "")}` },
  { url: `postgresql://gatepost:${canary}@db.example.com/gatepost` },
])("what is secret is redacted at any depth, although no line should have it: %j", (facts) => {
  log("callback", facts);
  expect(written.mock.lastCall?.[0]).toContain("[redacted]");
  expect(written.mock.lastCall?.[0]).not.toContain("349001");
});

test("at a terminal a line is for people, without control characters", () => {
  const line = { time: "2026-11-21T14:05:09.123Z", level: "info", event: "task ended" };
  const plain = (more: object) => stripVTControlCharacters(logText(JSON.stringify({ ...line, ...more })));
  expect(plain({})).toBe("14:05:09 task ended");
  expect(plain({ taskId: 7, what: "a b\u001b[2J\u009b" })).toBe(
    "14:05:09 task ended { taskId: 7, what: 'a b\\x1B[2J\\x9B' }",
  );
  const cause = { name: "Error", stack: ["at a (b.ts:1)"], cause: { cause: { name: "string" } } };
  expect(plain({ level: "error", cause })).toBe(
    "14:05:09 error: task ended {\n  cause: { name: 'Error', stack: [ 'at a (b.ts:1)' ], cause: { cause: { name: 'string' } } }\n}",
  );
});

test("of an error the log gets kind, code and place, and no words of PostgreSQL, Prisma or a parser", () => {
  const database = Object.assign(new Error(`invalid input: "${canary}"`), {
    code: "22P02",
    detail: canary,
    table: "task",
  });
  const prisma = Object.assign(new Error(`Invalid invocation: { data: "${canary}" }`, { cause: database }), {
    name: "PrismaClientValidationError",
  });
  const parsing = new SyntaxError(`Unexpected token in "${canary}"`);
  for (const error of [database, prisma, parsing, canary]) {
    logFault("trpc", error, { path: "keys.list" }, { ownMessages: true });
    expect(written.mock.lastCall?.[0]).not.toContain(canary);
  }
  logFault("trpc", prisma, { path: "keys.list" }, { ownMessages: true });
  expect(lastLine()).toMatchObject({
    level: "error",
    event: "trpc",
    path: "keys.list",
    cause: {
      name: "PrismaClientValidationError",
      stack: expect.arrayContaining([expect.stringContaining("log.test.ts")]),
      cause: { name: "Error", code: "22P02", table: "task" },
    },
  });
});

test("messages of our own code are kept where no library writes errors", () => {
  logFault("site", new TypeError("x is not a function"), {}, { ownMessages: true });
  expect(lastLine()).toMatchObject({ cause: { message: "x is not a function" } });
  // What a page throws can look like a stack.
  for (const message of [`could not type "${canary}"`, `locator.evaluate: Error\n    at ${canary} (page.js:1:1)`]) {
    logFault("unhandled", new Error(message));
    expect(written.mock.lastCall?.[0]).not.toContain(canary);
    expect(written.mock.lastCall?.[0]).toContain("log.test.ts");
  }
});

const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)));

test("each line that is logged for a request has the request's id, also what no response waits for", async () => {
  const answer = async (taskId: number) => {
    await Promise.resolve();
    log("template saved", { taskId });
    await new Promise<void>((resolve) => setImmediate(() => resolve(log("mail", { taskId }))));
  };
  await Promise.all([inRequest("first", () => answer(1)), inRequest("second", () => answer(2))]);
  log("registered");
  const found = lines().map(({ requestId, taskId }) => `${taskId}: ${requestId}`);
  expect(found.sort()).toEqual(["1: first", "1: first", "2: second", "2: second", "undefined: undefined"]);
});

test("a batch serves several requests, and runs with no request's id", async () => {
  const seen: unknown[] = [];
  const run = async (_: object, inputs: readonly number[]) => {
    seen.push(currentRequestId());
    return inputs;
  };
  const join = coalesce({ name: "test", max: 10, queue: 10, run }, {});
  const answers = ["first", "second"].map((id, n) => inRequest(id, async () => [await join(n), currentRequestId()]));
  expect(await Promise.all(answers)).toEqual([
    [0, "first"],
    [1, "second"],
  ]);
  expect(seen).toEqual([undefined]);
});
