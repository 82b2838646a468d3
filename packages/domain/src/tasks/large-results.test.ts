import type { Solution } from "@gatepost/contract/solution";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { begun, claimFirst } from "../platform/held-task-testing.ts";
import { emptySolution, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { stepIdOf } from "./begun-steps.ts";
import { finishTask } from "./finish-task.ts";
import { getTaskResult } from "./get-task-result.ts";

const system = await openTestContext();

async function ended(solution: Partial<Solution>) {
  const ctx = await newCaller(system);
  const taskId = await newTask(ctx, await newTemplate(system, ctx));
  await (await claimFirst(system)).ready(solution);
  return { ctx, input: { taskId } };
}

const pictures = ["the first picture", "the second picture"];
const random = (length: number) => Array.from({ length }, () => Math.random().toString(36)[2]).join("");

test.for([
  ["a short text", { a: "x" }, 0],
  ["a text that is short once it is deflated", { a: "x".repeat(500_000) }, 0],
  ["a text that is short as it is stored alone", { a: "x".repeat(2_000_000) }, 1],
  ["a text that is long as it is stored", { a: random(40_000) }, 1],
] as const)(
  "the caller is asked for room before a large result is read, and not before a small one: %s",
  async ([, texts, times]) => {
    const asked = await ended({ texts });
    let calls = 0;
    const result = await getTaskResult({ ...asked, beforeLarge: async () => void calls++ });
    expect(result).toMatchObject({ solution: { texts } });
    expect(calls).toBe(times);
  },
);

test("a caller without room reads no large result", async () => {
  const asked = await ended({ texts: { a: "x".repeat(2_000_000) } });
  const beforeLarge = () => Promise.reject(new Error("no room"));
  await expect(getTaskResult({ ...asked, beforeLarge })).rejects.toThrow("no room");
});

test.for([
  ["the last picture comes with the result", [0, 1], 1],
  ["an earlier one is read by itself", [1, 0], 2],
  ["several are read together", [1, 1], 2],
] as const)("the screenshots of a solution: %s", async ([, isScreenshot, statements]) => {
  const ctx = await newCaller(system);
  const taskId = await newTask(ctx, await newTemplate(system, ctx));
  const { worker, held } = await claimFirst(system);
  const steps = pictures.flatMap((picture, n) => begun(n + 1, { picture: Buffer.from(picture) }).steps);
  const taken = pictures.flatMap((picture, n) => (isScreenshot[n] ? [{ picture, nth: n + 1 }] : []));
  const ready = { ...emptySolution, screenshots: taken.map(({ picture }) => Buffer.from(picture).toString("base64")) };
  const outcome = { ready, screenshotSteps: taken.map(({ nth }) => stepIdOf(held.fence, nth)) };
  await finishTask({ ctx: worker, input: { ...held, outcome, begun: () => ({ steps, maySubmit: false }) } });
  const asked = { ctx, input: { taskId } };
  await getTaskResult(asked);
  const query = vi.spyOn(pg.Client.prototype, "query");
  expect(await getTaskResult(asked)).toMatchObject({ solution: { screenshots: ready.screenshots } });
  expect(query).toHaveBeenCalledTimes(statements);
  query.mockRestore();
});
