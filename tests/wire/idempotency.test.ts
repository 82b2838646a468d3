import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { freshIdempotencyKey, newTaskBody } from "./bodies.ts";
import { expectSuccess } from "./call.ts";
import { openWire } from "./wire.ts";

const { operator, call } = openWire();
const account = await newAccount(operator, { balance: 100 });
const body = await newTaskBody(operator, account);
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
