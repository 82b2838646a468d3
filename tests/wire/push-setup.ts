import { expect } from "vitest";
import { newAccount } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { type Answer, expectSuccess } from "./call.ts";
import { openTestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** An account with tasks that wait for `code`, and a worker that runs them by hand. To be called once a file. */
export async function openPush() {
  const wire = openWire();
  const { operator, call } = wire;
  const account = await newAccount(operator, { balance: 100 });
  const { clientKey } = account;
  const newTask = await taskMaker(call, operator, account);
  const worker = await openTestWorker(operator);
  return {
    ...wire,
    account,
    clientKey,
    newTask,
    worker,
    taskBody: await newTaskBody(operator, account),
    push: (taskId: number, value: unknown, name = "code"): Promise<Answer> =>
      call("pushAntiGateVariable", { clientKey, taskId, name, value }),
    resultOf: async (taskId: number) => (await call("getTaskResult", { clientKey, taskId })).body,
    /** A task whose worker waits for the code, for so many seconds at most. */
    async newWaitingTask(timeoutSeconds?: number) {
      const taskId = await newTask();
      const task = await worker.claim(taskId);
      await worker.begin(task, 1);
      expect(await worker.take(task, "code", timeoutSeconds)).toMatchObject({ status: "waiting" });
      return { taskId, task };
    },
  };
}

export function expectPushed(answer: Answer): void {
  expectSuccess(answer, "pushAntiGateVariable");
  expect(answer.text).toBe('{"errorId":0,"status":"success"}');
}
