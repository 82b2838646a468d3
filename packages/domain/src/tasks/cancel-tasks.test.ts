import { expect, test } from "vitest";
import { claimFirst } from "../platform/held-task-testing.ts";
import { newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { cancelTasks } from "./cancel-task.ts";
import { endTasks } from "./end-tasks.ts";
import { getTask } from "./get-task.ts";

const system = await openTestContext();
const caller = await newCaller(system);

const stateOf = async (taskId: number) => (await getTask({ ctx: caller, input: { taskId } })).state;

test("many tasks are cancelled at once; one that had ended is left as it is, and nothing is cancelled twice", async () => {
  const template = await newTemplate(system, caller);
  const ended = await newTask(caller, template);
  await (await claimFirst(system)).ready();
  const open = [await newTask(caller, template), await newTask(caller, template)];
  const taskIds = [...open, ended, ...open];
  expect(await cancelTasks({ ctx: caller, input: { taskIds } })).toEqual({ cancelled: 2, ended: 1 });
  expect(await Promise.all([...open, ended].map(stateOf))).toEqual(["failed", "failed", "ready"]);
  const { available, held } = await system.db.prisma.account.findUniqueOrThrow({
    where: { id: caller.actor.accountId },
  });
  expect([available, held], "the price of the one that became ready").toEqual([10_000_000n - 2_000n, 0n]);
});

test("if one of them is another account's, none is cancelled", async () => {
  const own = await newTask(caller, await newTemplate(system, caller));
  const other = await newCaller(system);
  const foreign = await newTask(other, await newTemplate(system, other));
  for (const taskId of [foreign, foreign + 1_000_000])
    await expect(cancelTasks({ ctx: caller, input: { taskIds: [own, taskId] } })).rejects.toMatchObject({
      code: "ERROR_NO_SUCH_CAPCHA_ID",
    });
  expect(await stateOf(own)).toBe("queued");
});

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
