import { expect, test } from "vitest";
import { newCaller, openTestContext } from "../platform/testing.ts";
import { endTasks } from "./end-tasks.ts";

const caller = await newCaller(await openTestContext());

test("S16: the end of one task does not wait for all that another account cancels at the same moment", async () => {
  // Tasks that are not there, which the statement answers too.
  const end = (accountId: number, taskId: number) =>
    caller.batch(endTasks, {
      taskId,
      accountId,
      fence: 0,
      workerId: null,
      solution: null,
      error: { code: "ERROR_TASK_CANCELED", description: "" },
    });
  let ended = 0;
  const all = Array.from({ length: 150 }, async (_, n) => {
    await end(1, n);
    ended += 1;
  });
  await end(2, 1);
  expect(ended).toBeLessThan(150);
  await Promise.all(all);
});
