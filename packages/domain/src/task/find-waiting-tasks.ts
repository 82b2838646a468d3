import type { AppContext, Context } from "../context.ts";
import { requireSession, requireSystem } from "../permission.ts";

/** The ids of the account's tasks that wait for a value right now. */
export async function findWaitingTasks({ ctx }: { ctx: Context }): Promise<number[]> {
  const { actor, db } = requireSession(ctx);
  return (await waitingTasks(db, [actor.accountId])).map(({ taskId }) => taskId);
}

/** The same of several accounts as one text for each, which changes whenever they do; none for an account without such tasks. */
export async function readWaitMarks({
  ctx,
  input: { accountIds },
}: {
  ctx: Context;
  input: { accountIds: readonly number[] };
}): Promise<Map<number, string>> {
  requireSystem(ctx);
  const byAccount = Map.groupBy(await waitingTasks(ctx.db, accountIds), ({ accountId }) => accountId);
  return new Map([...byAccount].map(([accountId, tasks]) => [accountId, tasks.map(({ taskId }) => taskId).join(" ")]));
}

/** By the partial index of tasks that a worker holds, because an account may have millions of ended tasks. */
async function waitingTasks({ prisma }: AppContext["db"], accountIds: readonly number[]) {
  const tasks = await prisma.task.findMany({
    where: { accountId: { in: [...accountIds] }, state: "waiting", workerId: { not: null } },
    select: { id: true, accountId: true },
    orderBy: { id: "asc" },
  });
  return tasks.map(({ id, accountId }) => ({ taskId: Number(id), accountId }));
}
