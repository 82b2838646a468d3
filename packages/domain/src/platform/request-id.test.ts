import { afterEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";
import { currentRequestId, inRequest, log } from "./log.ts";

const written = vi.spyOn(console, "log").mockImplementation(() => {});
afterEach(() => written.mockClear());

const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)));

test("each line that is logged for a request has the request's id, also what no response waits for", async () => {
  const answer = async (taskId: number) => {
    await Promise.resolve();
    log("template saved", { taskId });
    await new Promise<void>((resolve) => setImmediate(() => resolve(log("mail", { taskId }))));
  };
  await Promise.all([inRequest("first", () => answer(1)), inRequest("second", () => answer(2))]);
  log("registered");
  const found = lines().map(({ requestId, taskId }) => `${taskId}: ${requestId}`);
  expect(found.sort()).toEqual(["1: first", "1: first", "2: second", "2: second", "undefined: undefined"]);
});

test("a batch serves several requests, and runs with no request's id", async () => {
  const seen: unknown[] = [];
  const join = coalesce(
    {
      name: "test",
      max: 10,
      queue: 10,
      run: async (_, inputs: readonly number[]) => {
        seen.push(currentRequestId());
        return inputs;
      },
    },
    {},
  );
  const answers = ["first", "second"].map((id, n) => inRequest(id, async () => [await join(n), currentRequestId()]));
  expect(await Promise.all(answers)).toEqual([
    [0, "first"],
    [1, "second"],
  ]);
  expect(seen).toEqual([undefined]);
});
