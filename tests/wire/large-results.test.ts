import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { newAccount } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectSuccess } from "./call.ts";
import { openTestWorker, someSolution } from "./test-worker.ts";
import { openWire } from "./wire.ts";

const { url, operator, call } = openWire();
const worker = await openTestWorker(operator);

/** More than the buffers of a connection hold, and short as it is stored. */
const texts = { page: "x".repeat(20_000_000) };

async function openAccount() {
  const account = await newAccount(operator);
  const newTask = await taskMaker(call, operator, account);
  const { clientKey } = account;
  return {
    async ended(solution = {}) {
      const taskId = await newTask();
      await worker.finish(await worker.claim(taskId), { ...someSolution, ...solution });
      return { clientKey, taskId };
    },
  };
}

/** Calls getTaskResult, and reads no more than the beginning of the response. */
async function beginReading(body: object) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const json = JSON.stringify(body);
  socket.write(`POST /getTaskResult HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${json.length}\r\n\r\n${json}`);
  const [part] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  expect(part.toString("latin1")).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

test("a large result waits until the account's one before it has been sent; small ones and other accounts do not", async () => {
  const [account, other] = [await openAccount(), await openAccount()];
  const [large, small] = [await account.ended({ texts }), await account.ended()];
  const socket = await beginReading(large);
  const order: string[] = [];
  const second = call("getTaskResult", large).then((answer) => {
    order.push("the second large result");
    return answer;
  });
  for (const [what, body] of [
    ["a small result", small],
    ["another account's large result", await other.ended({ texts })],
  ] as const) {
    expectSuccess(await call("getTaskResult", body), "getTaskResult");
    order.push(what);
  }
  order.push("the first client leaves");
  socket.destroy();
  expect((await second).body.solution.texts.page.length).toBe(texts.page.length);
  expect(order).toEqual([
    "a small result",
    "another account's large result",
    "the first client leaves",
    "the second large result",
  ]);
});
