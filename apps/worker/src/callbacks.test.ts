import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { KeyContext } from "@gatepost/domain/permission";
import { cancelTask } from "@gatepost/domain/task/cancel-task";
import { createTask } from "@gatepost/domain/task/create-task";
import { newCaller, newTemplate, newWorker, openTestGround, type TestGround } from "@gatepost/domain/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { deliverCallbacks } from "./callbacks.ts";
import { openResolver } from "./resolve.ts";

let system: TestGround;
let receiver: Server;
let heard: string[] = [];
/** Requests below /silent, which are answered when their test is over. */
let silent: ServerResponse[] = [];

beforeAll(async () => {
  system = await openTestGround();
  receiver = createServer((request, response) => {
    if (request.url?.startsWith("/silent")) return silent.push(response);
    heard.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
});

afterEach(() => {
  for (const response of silent) response.end();
  heard = [];
  silent = [];
});

afterAll(async () => {
  receiver?.close();
  await system?.close();
});

/** Less than a silent receiver is waited for. */
const patience = { timeout: 10_000 };

async function endTasks(ctx: KeyContext, paths: string[]): Promise<void> {
  const templateName = await newTemplate(system, ctx);
  const { port } = receiver.address() as AddressInfo;
  for (const path of paths) {
    const task = { websiteURL: "http://127.0.0.1/", templateName, variables: { code: "1" } };
    const callbackUrl = `http://127.0.0.1:${port}${path}`;
    const { taskId } = await createTask({ ctx, input: { task, callbackUrl } });
    await cancelTask({ ctx, input: { taskId } });
  }
}

/** Delivers while the test runs. */
async function startDelivering() {
  const worker = await newWorker(system);
  const over = new AbortController();
  const done = deliverCallbacks(() => worker, openResolver(), over.signal);
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      for (const response of silent) response.end();
      await done;
    },
  };
}

test("an account whose receiver is silent keeps no other account's callbacks from theirs", async () => {
  await endTasks(await newCaller(system), Array(40).fill("/silent"));
  await endTasks(await newCaller(system), ["/a", "/b", "/c"]);
  await using _ = await startDelivering();
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(["/a", "/b", "/c"]), patience);
  expect(silent).toHaveLength(4);
});

test("a callback that waits for its receiver holds its own place and no other", async () => {
  const paths = Array.from({ length: 20 }, (_, n) => `/${n}`);
  await endTasks(await newCaller(system), ["/silent/alone", ...paths]);
  await using _ = await startDelivering();
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(paths.toSorted()), patience);
  expect(silent.filter(({ req }) => req.url === "/silent/alone")).toHaveLength(1);
});
