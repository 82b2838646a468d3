import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { type Answer, expectError, read } from "./call.ts";
import { openPush } from "./push-setup.ts";

/** waitSeconds of getTaskResult, docs/contract.md, section 6, beyond what packages/conformance checks. */

const { call, clientKey, database, newWaitingTask, operator, url } = await openPush();

const held = (taskId: number, body: object = {}): Promise<Answer> =>
  call("getTaskResult", { clientKey, taskId, waitSeconds: 55, ...body });

async function one<Row>(text: string, values: unknown[] = []): Promise<Row> {
  return (await operator.db.pool.query(text, values)).rows[0];
}

test("without news the call is answered after waitSeconds, and a call without waitSeconds at once", async () => {
  const { taskId } = await newWaitingTask();
  const began = performance.now();
  const answer = await held(taskId, { waitSeconds: 1 });
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  expect(answer.body).toEqual({ ...(await held(taskId, { waitSeconds: 0 })).body, waiting: [expect.any(Object)] });
});

test("held calls use no connection; more than an account may have are refused, and a client that disconnects gives its place back", async () => {
  const busy = await newAccount(operator, { balance: 1 });
  const { taskId } = await newWaitingTask();
  const gone = new AbortController();
  const body = JSON.stringify({ clientKey, taskId, waitSeconds: 55 });
  const request = { method: "POST", body, signal: gone.signal };
  const open = Array.from({ length: limits.heldCalls }, () => fetch(`${url}/getTaskResult`, request).then(read));
  const left = Promise.allSettled(open);
  // The web process looks at them once a second: what is sent before two ticks have passed is held by then.
  const tick = async () => (await one<{ tick: number }>("select tick from service_clock")).tick;
  const from = await tick();
  await expect.poll(tick).toBeGreaterThan(from + 2);

  const inTransaction = await one(
    `select count(*)::int as busy from pg_stat_activity
      where datname = $1 and application_name = 'gatepost web' and state like 'idle in transaction%'`,
    [new URL(database.url).pathname.slice(1)],
  );
  expect(inTransaction).toEqual({ busy: 0 });
  const refused = await held(taskId);
  expectError(refused, "ERROR_TOO_MANY_REQUESTS");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.body.errorDescription).toContain("20 calls with waitSeconds");
  expectError(await held(taskId, { clientKey: busy.clientKey }), "ERROR_NO_SUCH_CAPCHA_ID");

  gone.abort();
  await left;
  await expect.poll(async () => (await held(taskId, { waitSeconds: 1 })).body.errorId).toBe(0);
});
