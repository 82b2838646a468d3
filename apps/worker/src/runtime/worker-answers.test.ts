import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { WrittenStep } from "@gatepost/contract/steps";
import { callbackBody } from "@gatepost/presenters/task-result";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

const received: unknown[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  received.push(JSON.parse(body));
  response.end();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
afterAll(() => void receiver.close());
const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const { site, environment, customer } = await openWorkerDemoSite({ also: "127.0.0.1/32" });

const fill = (selector: string, variable: string): WrittenStep => ({
  type: "FILL_INPUT",
  selector,
  value: { variable },
});
const click = (selector: string): WrittenStep => ({ type: "CLICK", selector });
const enter: WrittenStep = { type: "PRESS_KEY", key: "Enter" };
const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
const askAgain = (attempts: number, seconds = 2): WrittenStep => ({
  type: "ASK_AGAIN_IF_TEXT",
  text: "That code is not right",
  name: "code",
  attempts,
  timeout: seconds,
});
const signIn = (attempts: number): WrittenStep[] => [
  ...[fill("#login", "login"), fill("#password", "password"), enter],
  ...[wait, fill("#2facode", "code"), enter, askAgain(attempts)],
  { type: "WAIT_FOR_TEXT", text: "Welcome" },
  { type: "READ_TEXT", selector: "h1", as: "greeting" },
];
const variables = { login: "ada", password: "lovelace", code: "_WAIT_FOR_IT_" };

describe.concurrent("ASK_AGAIN_IF_TEXT", () => {
  beforeAll(() => environment.startWorker({ slots: 8 }).stop);

  const attemptOf = async (taskId: number) => {
    const { rows } = await environment.system.db.pool.query("select attempt, state from variable where task_id = $1", [
      taskId,
    ]);
    return rows[0];
  };
  const asked = (taskId: number, attempt: number) =>
    vi.waitFor(
      async () => {
        expect(await attemptOf(taskId)).toEqual({ attempt, state: "awaited" });
        expect(await customer.ask(taskId)).toMatchObject({ waitingFor: ["code"] });
      },
      { timeout: 60_000, interval: 100 },
    );

  // It counts what the site was sent.
  test("opens the wait again in the same session, refuses the very value again, and takes the right one", {
    concurrent: false,
  }, async () => {
    const before = site.submissions("/login").length;
    const taskId = await customer.create(`${site.url}/login`, signIn(3), { variables });
    await asked(taskId, 1);
    await customer.push(taskId, "code", "000000");
    await asked(taskId, 2);
    await expect(customer.push(taskId, "code", "000000")).rejects.toMatchObject({ code: "ERROR_VARIABLE_REFUSED" });
    await expect(customer.ask(taskId)).resolves.toMatchObject({ waitingFor: ["code"] });
    await customer.push(taskId, "code", rightCode);
    await expect(customer.end(taskId)).resolves.toMatchObject({
      status: "ready",
      solution: { texts: { greeting: "Welcome, Ada" } },
      attempts: 1,
    });
    expect(site.submissions("/login").length).toBe(before + 1);
    const types = (await customer.timeline(taskId)).map(({ type, outcome }) => `${type} ${outcome}`);
    expect(types.filter((type) => type === "WAIT_FOR_VARIABLE_VALUE done")).toHaveLength(2);
    expect(types.filter((type) => type === "ASK_AGAIN_IF_TEXT done")).toHaveLength(2);
  });

  const sendLive = (attempts: number, seconds?: number): WrittenStep[] => [
    ...[wait, fill("#code", "code"), click("#send"), askAgain(attempts, seconds)],
    { type: "WAIT_FOR_TEXT", text: "Welcome" },
  ];
  const live = (way: string) => `${site.url}/live-code?ms=300&way=${way}`;

  test.each(["kept", "again", "cleared"])(
    "takes the right value where the page still shows that an earlier one was refused (%s)",
    async (way) => {
      const taskId = await customer.create(live(way), sendLive(3), { variables: { code: "_WAIT_FOR_IT_" } });
      for (const [attempt, code] of ["000001", "000002", rightCode].entries()) {
        await asked(taskId, attempt + 1);
        await customer.push(taskId, "code", code);
      }
      await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
    },
  );

  test.each([
    ["a page that shows the refusal again", () => live("again"), () => sendLive(3, 60)],
    ["a page that shows it anew", () => live("cleared"), () => sendLive(3, 60)],
    ["a page that is loaded anew", () => `${site.url}/login`, () => [...signIn(3).slice(0, 6), askAgain(3, 60)]],
  ])("asks a third time at once on %s", async (_, address, steps) => {
    const taskId = await customer.create(address(), steps(), { variables });
    for (const [attempt, code] of ["000001", "000002"].entries()) {
      await asked(taskId, attempt + 1);
      await customer.push(taskId, "code", code);
    }
    await asked(taskId, 3);
    await customer.cancel(taskId);
  });

  test("asks nobody where the value was given at creation", async () => {
    const given = { variables: { ...variables, code: "000000" } };
    const taskId = await customer.create(`${site.url}/login`, signIn(3), given);
    await expect(customer.end(taskId)).resolves.toMatchObject({
      code: "ERROR_STEP_FAILED",
      description: expect.stringContaining("the value of code, which was given when the task was created"),
    });
  });
});

describe("cancelTask", () => {
  const see: WrittenStep = { type: "WAIT_FOR_TEXT", text: "nothing", timeout: 50 };

  test.each<[string, WrittenStep[]]>([
    ["a running step", [see]],
    ["a wait", [wait, fill("#login", "code")]],
    ["a pause", [{ type: "PAUSE", seconds: 50 }]],
  ])("stops %s at once and gives its place to the next task", async (_, steps) => {
    await using _worker = environment.startWorker({ slots: 1, waitingMax: 1 });
    const taskId = await customer.create(`${site.url}/login`, steps, { variables });
    await vi.waitFor(async () => expect(await customer.ask(taskId)).toMatchObject({ progress: { step: 1 } }), {
      timeout: 60_000,
    });
    const next = await customer.create(`${site.url}/login`, [{ type: "WAIT_FOR_ELEMENT", selector: "#login" }]);
    await customer.cancel(taskId);
    await vi.waitFor(
      async () => {
        const { rows } = await environment.system.db.pool.query("select attempts from task where id = $1", [next]);
        expect(rows).toEqual([{ attempts: 1 }]);
      },
      // By itself, what was cancelled would go on for 50 s.
      { timeout: 60_000, interval: 10 },
    );
    await expect(customer.end(taskId)).resolves.toMatchObject({ code: "ERROR_TASK_CANCELED" });
    await expect(customer.end(next)).resolves.toMatchObject({ status: "ready" });
  });
});

describe("callbackUrl", () => {
  test("gets the task's result when it ends", async () => {
    await using _ = environment.startWorker();
    received.length = 0;
    const steps: WrittenStep[] = [{ type: "READ_TEXT", selector: "h1", as: "heading" }];
    const taskId = await customer.create(`${site.url}/login`, steps, { callbackUrl });
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 });
    const result = await customer.ask(taskId);
    expect(result).toMatchObject({ status: "ready", solution: { texts: { heading: "Sign in" } } });
    expect(received).toEqual([callbackBody({ taskId, result })]);
  });

  test("receives a failure in the error envelope", async () => {
    await using _ = environment.startWorker();
    received.length = 0;
    const steps: WrittenStep[] = [{ type: "WAIT_FOR_ELEMENT", selector: "#none", timeout: 0.5 }];
    const taskId = await customer.create(`${site.url}/login`, steps, { callbackUrl });
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 });
    expect(received[0]).toEqual({
      errorId: 1012,
      errorCode: "ERROR_STEP_FAILED",
      errorDescription: expect.stringContaining('looked for "#none"'),
      failure: {
        step: "1",
        type: "WAIT_FOR_ELEMENT",
        url: `${site.url}/login`,
        screenshot: expect.stringMatching(/^UklGR/),
        candidates: [],
      },
      partial: { texts: {}, data: {} },
      taskId,
    });
  });

  test("a receiver that never answers does not hold up a worker that stops", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const asked = once(silent, "request");
    const { stop } = environment.startWorker();
    const steps: WrittenStep[] = [{ type: "WAIT_FOR_ELEMENT", selector: "#login" }];
    const { port } = silent.address() as AddressInfo;
    await customer.create(`${site.url}/login`, steps, { callbackUrl: `http://127.0.0.1:${port}/` });
    const [request] = (await asked) as [IncomingMessage];
    const givenUp = once(request.socket, "close").then(() => "the request was given up first");
    expect(await Promise.race([stop().then(() => "stopped"), givenUp])).toBe("stopped");
    silent.closeAllConnections();
    silent.close();
  });
});
