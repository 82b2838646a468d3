import { waitForIt } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { freshIdempotencyKey, newTaskBody, taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openWire } from "./wire.ts";

const { operator, call } = openWire();
const account = await newAccount(operator);
const { clientKey } = account;
const softId = await newApplication(operator, account);
const newTask = await taskMaker(call, operator, account);
const body = await newTaskBody(operator, account);

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

test.for([" 1", "1.0", "1e3", "-1", "+1", "0x1", "", "١", "99999999999999999999", 1.5, -1, true, [1], { id: 1 }])(
  "what is not an integer is not taken for one: %j",
  async (taskId) => {
    expectError(await call("getTaskResult", { clientKey, taskId }), "ERROR_BAD_REQUEST");
    expectError(await call("getAppStats", { clientKey, softId: taskId }), "ERROR_BAD_REQUEST");
  },
);

test("an ip that is no address is refused, and an empty one means any", async () => {
  expectError(await call("getSpendingStats", { clientKey, ip: "bad" }), "ERROR_BAD_REQUEST");
  for (const ip of ["2001:0DB8::0007", "", null])
    expectSuccess(await call("getSpendingStats", { clientKey, ip }), "getSpendingStats");
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

test.for([null, undefined, "ERRORS", "Errors", "money", "Money", "vIeWs", "DOWNLOADS", "Users"])(
  "a mode is taken in any letter case, and null is the default: %j",
  async (mode) => {
    expectSuccess(await call("getAppStats", { clientKey, softId, mode }), "getAppStats");
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

const proxyFields = ["proxyType", "proxyAddress", "proxyPort", "proxyLogin", "proxyPassword"];

test("empty proxy fields of old clients are ignored", async () => {
  for (const empty of [null, ""])
    await newTask(Object.fromEntries([...proxyFields, "proxy"].map((field) => [field, empty])));
});

test.for([
  ["proxyType", "http"],
  ["proxyAddress", "198.51.100.7"],
  ["proxyPort", 8080],
  ["proxyPort", "8080"],
  ["proxyLogin", "ada"],
  ["proxyPassword", "lovelace"],
  ["proxy", "198.51.100.7:8080"],
] as const)("a filled proxy field is refused, since ignoring it would show our address: %s", async ([field, value]) => {
  const answer = await call("createTask", body({ [field]: value }));
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain(`task.${field}`);
  expect(answer.body.errorDescription).toMatch(/prox(?:y|ies)/);
});

test("the response names the unknown properties of task in warnings, also when it is repeated; known ones give none", async () => {
  const headers = freshIdempotencyKey();
  const create = (task: object) => call("createTask", body({ ...task }), headers);
  const answer = await create({ viewPort: { width: 390 }, proxyAddress: "", domainsOfInterest: [] });
  expectSuccess(answer, "createTask");
  expect(answer.body.warnings).toEqual(['The property "viewPort" of task is unknown and was ignored.']);
  const again = await create({ viewPort: { width: 390 }, proxyAddress: "", domainsOfInterest: [] });
  expect(again.text).toBe(answer.text);
  const plain = await call("createTask", body({ proxyAddress: "", proxyPort: null }, { unknownAtTheTop: 1 }));
  expect(plain.text).toMatch(/^\{"errorId":0,"taskId":\d+\}$/);
});
