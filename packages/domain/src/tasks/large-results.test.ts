import { afterAll, expect, test } from "vitest";
import { claimFirst, emptySolution, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { finishTask } from "./finish-task.ts";
import { getTaskResult, readTaskResult } from "./get-task-result.ts";
import type { Solution } from "./solution.ts";

const system = await openTestContext();
afterAll(() => system.close());

async function ended(solution: Partial<Solution>) {
  const ctx = await newCaller(system);
  const taskId = await newTask(ctx, await newTemplate(system, ctx));
  const { worker, held } = await claimFirst(system);
  await finishTask({ ctx: worker, input: { ...held, outcome: { ready: { ...emptySolution, ...solution } } } });
  return { ctx, input: { taskId } };
}

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

test("who asks without the solution gets none", async () => {
  const { ctx, input } = await ended({ texts: { a: "x" } });
  const { accountId } = ctx.actor;
  const asked = { accountId, taskId: input.taskId, withoutSolution: true };
  expect(await readTaskResult(system, asked)).toMatchObject({ status: "ready", solution: null });
});
