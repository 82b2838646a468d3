import { type Account, newAccount } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { openTestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** An account that creates tasks, and a worker that runs them by hand. To be called once a file. */
export async function openCreateTask() {
  const wire = openWire();
  const { operator, call } = wire;
  const account = await newAccount(operator);
  return {
    ...wire,
    account,
    clientKey: account.clientKey,
    body: await newTaskBody(operator, account),
    newTask: await taskMaker(call, operator, account),
    worker: await openTestWorker(operator),
    balanceOf: async (one: Account) => (await call("getBalance", { clientKey: one.clientKey })).body.balance as number,
  };
}
