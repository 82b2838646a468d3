import {
  codeComesLater,
  inProcess,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "@gatepost/domain/platform/testing";
import { claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { listMessages, receiveMessage } from "@gatepost/domain/waits/inbound-messages";
import { createRule } from "@gatepost/domain/waits/inbound-rules";
import { takeVariable } from "@gatepost/domain/waits/take-variable";
import { expect, test } from "vitest";
import { answerInbound } from "./inbound-answers.ts";

const system = await openTestContext();

/** An account with a rule and a task that waits for its code. */
async function newWaitingAccount() {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const worker = await newWorker(system);
  const taskId = await newTask(caller, await newTemplate(system, caller), { variables: codeComesLater });
  const [task] = await claimTasks({ ctx: worker, input: { limit: 1 } });
  const take = { taskId, accountId, fence: task?.fence ?? 0, name: "code", timeoutSeconds: 600 };
  await takeVariable({ ctx: worker, input: take });
  const ctx = newSession(caller);
  await createRule({ ctx, input: { accountId, name: "bank", pattern: "code is (\\d+)" } });
  const message = { accountId, sender: "bank", text: "Your code is 349001", body: "" };
  return {
    accountId,
    receive: () => receiveMessage(inProcess(system, "web"), message),
    outcomes: async () => (await listMessages({ ctx, input: { accountId } })).items.map(({ outcome }) => outcome),
  };
}

test("S16: an account whose messages take long delays no other account's", async () => {
  const [slow, other] = [await newWaitingAccount(), await newWaitingAccount()];
  await slow.receive();
  const lock = await system.db.pool.connect();
  await lock.query("begin");
  await lock.query("select from inbound_message where account_id = $1 for update", [slow.accountId]);
  const faults: unknown[] = [];
  const inbound = answerInbound(inProcess(system, "web"), { onFault: (error) => faults.push(error) });
  const stop = new AbortController();
  const running = inbound.run(stop.signal);
  try {
    const blocked = "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";
    await expect.poll(async () => (await lock.query(blocked)).rowCount).toBeGreaterThan(0);
    await other.receive();
    inbound.notify();
    await expect.poll(other.outcomes).toEqual(["answered"]);
    expect(await slow.outcomes()).toEqual(["kept"]);
  } finally {
    await lock.query("rollback");
    lock.release();
  }
  await expect.poll(slow.outcomes).toEqual(["answered"]);
  stop.abort();
  await running;
  expect(faults).toEqual([]);
});
