import { type Args, requireManager } from "../platform/context.ts";
import { isFinal } from "../tasks/states.ts";

/** How far an account has come on the way from its first key to its application's first number. */
export type FirstSteps = Awaited<ReturnType<typeof getFirstSteps>>;

/** What an account has of its first steps. Each question is answered by the first row of an index. */
export async function getFirstSteps({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const { prisma } = ctx.db;
  const [key, task, applications] = await Promise.all([
    prisma.apiKey.findFirst({ where: { accountId }, select: { id: true } }),
    prisma.task.findFirst({ where: { accountId }, orderBy: { id: "desc" }, select: { id: true, state: true } }),
    prisma.application.findMany({
      where: { accountId, demo: false },
      orderBy: { id: "desc" },
      select: { id: true, archivedAt: true },
    }),
  ]);
  const [paid, count] = await Promise.all([
    prisma.ledgerEntry.findFirst({ where: { accountId, kind: "capture" }, select: { id: true } }),
    prisma.count.findFirst({
      where: { applicationId: { in: applications.map(({ id }) => id) }, NOT: { metric: { endsWith: "_excluded" } } },
      select: { n: true },
    }),
  ]);
  return {
    hasKey: key !== null,
    // The latest one, unless it has ended.
    task: task && !isFinal(task.state) ? { taskId: Number(task.id) } : null,
    hasResult: paid !== null,
    // The latest one, apart from the demo.
    softId: applications.find(({ archivedAt }) => archivedAt === null)?.id ?? null,
    // For any of them, or the steps would come back with the next one. Charts show what is counted: no visit of a bot.
    isCounted: Boolean(count),
  };
}
