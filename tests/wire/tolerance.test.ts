import { waitForIt } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectSuccess } from "./call.ts";
import { openWire } from "./wire.ts";

const { operator, call } = openWire();
const account = await newAccount(operator);
const { clientKey } = account;
const softId = await newApplication(operator, account);
const newTask = await taskMaker(call, operator, account);

/** The application that a task was made through. */
async function applicationOf(taskId: number) {
  const task = await operator.db.prisma.task.findUniqueOrThrow({
    where: { id: taskId },
    select: { applicationId: true },
  });
  return task.applicationId;
}

test("an integer may come as a string of digits", async () => {
  const taskId = await newTask({}, { softId: String(softId) });
  expect(await applicationOf(taskId)).toBe(softId);
  expectSuccess(await call("getTaskResult", { clientKey, taskId: String(taskId) }), "getTaskResult");
  expectSuccess(
    await call("pushAntiGateVariable", { clientKey, taskId: String(taskId), name: "code", value: 1 }),
    "pushAntiGateVariable",
  );
  expectSuccess(await call("getAppStats", { clientKey, softId: String(softId) }), "getAppStats");
});

test.for([0, "0", "", null, undefined])("a softId of %j names no application", async (none) => {
  expect(await applicationOf(await newTask({}, { softId: none }))).toBeNull();
});

test.for([867, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991])(
  "an unknown softId (%d) leaves the task unattributed and never fails the call: client libraries send their own default",
  async (unknown) => {
    expect(await applicationOf(await newTask({}, { softId: unknown }))).toBeNull();
  },
);

test("unknown properties are ignored, never stored", async () => {
  const canary = "canary-of-a-stranger";
  const extra = { note: canary, id: 7, state: "ready", price: 0, ip: canary, account_id: 1, [canary]: canary };
  const taskId = await newTask({ ...extra, variables: { code: waitForIt, [canary]: canary, unused: canary } }, extra);
  expectSuccess(
    await call("pushAntiGateVariable", { clientKey, taskId, name: "code", value: "1", ...extra }),
    "pushAntiGateVariable",
  );

  const task = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  expect(task).toMatchObject({ state: "queued", price: 2_000n, accountId: account.accountId });
  const { rows: tables } = await operator.db.pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const { rows } = await operator.db.pool.query(`select 1 from ${name} as t where t::text like $1`, [`%${canary}%`]);
    expect(rows, `the table ${name} kept it`).toEqual([]);
  }
});
