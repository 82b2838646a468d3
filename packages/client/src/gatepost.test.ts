import { createServer } from "node:http";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { listen } from "../../../tests/listen.ts";
import { Gatepost, type Wait } from "./index.ts";

interface Call {
  method: string;
  body: Record<string, unknown>;
}

let calls: Call[] = [];
/** What a test's task says of itself, and what becomes of a push. */
let state: object;
let pushed: object;
const ready = { errorId: 0, status: "ready", solution: { url: "https://example.org/" }, cost: "0.002000" };
const success = { errorId: 0, status: "success" };

/** A task that waits until it is told otherwise. It holds a call as the service does, for a short while. */
const server = createServer(async (request, response) => {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  const call = { method: request.url?.slice(1) ?? "", body: JSON.parse(text) };
  calls.push(call);
  const answers: Record<string, () => object> = {
    createTask: () => ({ errorId: 0, taskId: 7 }),
    getTaskResult: () => state,
    pushAntiGateVariable: () => pushed,
    declineVariable: () => success,
    cancelTask: () => success,
  };
  response.end(JSON.stringify(answers[call.method]?.()));
});
const { url: baseUrl } = await listen(server);
const client = new Gatepost({ baseUrl, clientKey: "gp_key" });

beforeEach(() => {
  calls = [];
  pushed = success;
});
afterAll(() => server.close());

let version = 0;

function waiting(...waits: Partial<Wait>[]): object {
  const all = waits.map((wait) => ({ name: "code", prompt: "Which code?", attempt: 1, since: 100, ...wait }));
  const waitingFor = all.map(({ name }) => name);
  return { errorId: 0, status: "processing", waitingFor, waiting: all, version: `${++version}` };
}

const refused = (errorId: number, errorCode: string) => ({ errorId, errorCode, errorDescription: "No." });
const callsOf = (method: string) => calls.filter((call) => call.method === method).map(({ body }) => body);
const job = { template: "Sign in", websiteURL: "https://example.org/", variables: { code: "_WAIT_FOR_IT_" } };

test("run creates the task, pushes what onWait returns, and returns the ready answer with the task's id", async () => {
  state = waiting({});
  const onWait = vi.fn(async () => {
    state = ready;
    return "349001";
  });
  const task = await client.run({ ...job, softId: 5, engine: "full", callbackUrl: "https://example.org/hook", onWait });
  expect(task).toEqual({ taskId: 7, ...ready });
  expect(callsOf("createTask")).toEqual([
    {
      clientKey: "gp_key",
      softId: 5,
      callbackUrl: "https://example.org/hook",
      task: {
        type: "AntiGateTask",
        templateName: "Sign in",
        websiteURL: "https://example.org/",
        variables: { code: "_WAIT_FOR_IT_" },
        engine: "full",
      },
    },
  ]);
  const asked = expect.objectContaining({ name: "code", prompt: "Which code?" });
  expect(onWait).toHaveBeenCalledWith(asked, expect.anything());
  await client.run({ ...job, template: { name: "Draft", steps: [] } });
  const [, { task: draft = {} } = {}] = callsOf("createTask");
  expect(draft).toMatchObject({ template: { name: "Draft", steps: [] } });
  expect(draft).not.toHaveProperty("templateName");
});

test("onWait is called once for each wait, and again when the value is asked for again", async () => {
  state = waiting({}, { name: "amount" });
  const asked: string[] = [];
  const running = client.watch(7, {
    onWait(wait) {
      asked.push(`${wait.name} ${wait.attempt}`);
      return `${wait.name} ${wait.attempt}`;
    },
  });
  await expect.poll(() => callsOf("getTaskResult").length).toBeGreaterThan(3);
  state = waiting({ attempt: 2, refused: true });
  await expect.poll(() => asked.length).toBe(3);
  await expect.poll(() => callsOf("pushAntiGateVariable").length).toBe(3);
  state = ready;
  await running;
  expect(asked).toEqual(["code 1", "amount 1", "code 2"]);
  expect(callsOf("pushAntiGateVariable").map(({ value }) => value)).toEqual(asked);

  // Two waits for one value that open within a second, as in a repetition.
  state = waiting({});
  const onWait = vi.fn(() => {
    state = onWait.mock.calls.length === 1 ? waiting({}) : ready;
    return "next";
  });
  await client.watch(7, { onWait });
  expect(onWait).toHaveBeenCalledTimes(2);
});

test("a wait that onWait declines ends the task, and run rejects with its error", async () => {
  state = waiting({});
  const running = client.run({
    ...job,
    onWait() {
      state = refused(57, "ERROR_TASK_CANCELED");
      return { decline: "Not me." };
    },
  });
  await expect(running).rejects.toMatchObject({ errorCode: "ERROR_TASK_CANCELED", taskId: 7 });
  await expect.poll(() => callsOf("declineVariable")).toMatchObject([{ taskId: 7, name: "code", reason: "Not me." }]);
  expect(callsOf("pushAntiGateVariable")).toEqual([]);
});

test("undefined leaves a wait to others; null is a value", async () => {
  state = waiting({}, { name: "note" });
  const running = client.watch(7, { onWait: (wait) => (wait.name === "note" ? null : undefined) });
  await expect
    .poll(() => callsOf("pushAntiGateVariable"))
    .toMatchObject([{ name: "note", value: null, version: `${version}` }]);
  state = ready;
  await running;
  expect(callsOf("pushAntiGateVariable")).toHaveLength(1);
});

test("when others answer first, the signal of the wait is aborted, and a value that comes later is not pushed", async () => {
  state = waiting({});
  let over = false;
  const running = client.watch(7, {
    onWait: (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          over = true;
          resolve("too late");
        });
        state = waiting();
      }),
  });
  await expect.poll(() => over).toBe(true);
  state = ready;
  await running;
  expect(callsOf("pushAntiGateVariable")).toEqual([]);
});

test("answers that come at once are not asked for without a pause", async () => {
  state = waiting({});
  const running = client.watch(7, { waitSeconds: 0, signal: AbortSignal.timeout(1_200) });
  await expect(running).rejects.toThrow(/timeout/);
  expect(callsOf("getTaskResult").length).toBeLessThan(6);
});

test.each([
  ["comes second", 1005, "ERROR_VARIABLE_ALREADY_SET"],
  ["is for an earlier wait", 1004, "ERROR_VARIABLE_NOT_EXPECTED"],
])("a push that %s is no failure", async (_, id, code) => {
  state = waiting({});
  pushed = refused(id, code);
  const running = client.watch(7, { onWait: () => "1" });
  await expect.poll(() => callsOf("pushAntiGateVariable").length).toBe(1);
  state = ready;
  expect(await running).toEqual(ready);
});

test("a value that the wait does not accept rejects run, and so does what onWait throws; the task goes on", async () => {
  state = waiting({});
  pushed = refused(1006, "ERROR_VARIABLE_REFUSED");
  await expect(client.run({ ...job, onWait: () => "x" })).rejects.toMatchObject({
    errorCode: "ERROR_VARIABLE_REFUSED",
  });
  const failing = async () => {
    throw new Error("No inbox.");
  };
  await expect(client.run({ ...job, onWait: failing })).rejects.toThrow("No inbox.");
  expect(callsOf("cancelTask")).toEqual([]);
});

test.for([false, true])("aborting run stops waiting; cancelOnAbort %j", async (cancelOnAbort) => {
  state = waiting({});
  const over = new AbortController();
  const running = client.run({ ...job, signal: over.signal, cancelOnAbort });
  await expect.poll(() => callsOf("getTaskResult").length).toBeGreaterThan(0);
  over.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  expect(callsOf("cancelTask")).toEqual(cancelOnAbort ? [{ clientKey: "gp_key", taskId: 7 }] : []);
});
