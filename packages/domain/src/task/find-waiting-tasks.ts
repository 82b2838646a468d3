import type { AppContext, Context } from "../context.ts";
import { requireSession } from "../permission.ts";

/** The ids of the account's tasks that wait for a value right now. */
export async function findWaitingTasks({ ctx }: { ctx: Context }): Promise<number[]> {
  const { actor, db } = requireSession(ctx);
  return waitingTasks(db, actor.accountId);
}

/** By the partial index of tasks that a worker holds, because an account may have millions of ended tasks. */
async function waitingTasks({ prisma }: AppContext["db"], accountId: number): Promise<number[]> {
  const tasks = await prisma.task.findMany({
    where: { accountId, state: "waiting", workerId: { not: null } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return tasks.map(({ id }) => Number(id));
}
