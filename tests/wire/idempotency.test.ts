import { randomUUID } from "node:crypto";
import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { freshIdempotencyKey, newTaskBody, taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openWire } from "./wire.ts";

const { operator, call } = openWire();
const account = await newAccount(operator, { balance: 100 });
const { clientKey } = account;
const body = await newTaskBody(operator, account);
const newTask = await taskMaker(call, operator, account);
const countTasks = () => operator.db.prisma.task.count({ where: { accountId: account.accountId } });

/** Row R9 of docs/quality.md says 200 rounds; the long form runs them all. */
const rounds = size(3, 200);

test(`R9: one Idempotency-Key and 50 calls at once, ${rounds} times: one task each, identical bodies`, {
  timeout: 600_000,
}, async () => {
  const before = await countTasks();
  for (let round = 0; round < rounds; round++) {
    const key = freshIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call("createTask", body(), key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expectSuccess(answers[0] as (typeof answers)[0], "createTask");
  }
  expect(await countTasks()).toBe(before + rounds);
});

test("50 pushes at once with one Idempotency-Key are one push", async () => {
  const taskId = await newTask();
  const key = freshIdempotencyKey();
  const push = () => call("pushAntiGateVariable", { clientKey, taskId, name: "code", value: "349001" }, key);
  const answers = await Promise.all(Array.from({ length: 50 }, push));
  for (const answer of answers) expectSuccess(answer, "pushAntiGateVariable");
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test("the first success is replayed byte for byte, also when the same call would fail by now", async () => {
  const poor = await newAccount(operator, { balance: 0.002 });
  const poorBody = await newTaskBody(operator, poor);
  const key = freshIdempotencyKey();
  const first = await call("createTask", poorBody(), key);
  expectSuccess(first, "createTask");
  expectError(await call("createTask", poorBody()), "ERROR_ZERO_BALANCE");
  expect((await call("createTask", poorBody(), key)).text).toBe(first.text);
});

test("after 24 hours a key is free again", async () => {
  const key = randomUUID();
  const first = await call("createTask", body(), { "idempotency-key": key });
  await operator.db.pool.query(
    "update idempotency set created_at = now() - interval '24 hours 1 second' where key = $1",
    [key],
  );
  const second = await call("createTask", body(), { "idempotency-key": key });
  expectSuccess(second, "createTask");
  expect(second.body.taskId).not.toBe(first.body.taskId);
  expect((await call("createTask", body(), { "idempotency-key": key })).text).toBe(second.text);
});
