import type { Args } from "../platform/context.ts";
import { requireManager } from "../platform/permission.ts";
import { isFinal } from "../tasks/states.ts";

/** How far an account has come on the way from its first key to its application's first number. */
export interface FirstSteps {
  hasKey: boolean;
  /** The latest task, unless it has ended. */
  task: { taskId: number } | null;
  /** A task became ready. */
  hasResult: boolean;
  /** The latest application, apart from the demo. */
  softId: number | null;
  /** Something that charts show was counted for that application: no visit of a bot. */
  isCounted: boolean;
}

/** What an account has of its first steps. Each question is answered by the first row of an index. */
export async function getFirstSteps({ ctx, input: { accountId } }: Args<{ accountId: number }>): Promise<FirstSteps> {
  requireManager(ctx, accountId);
  const { prisma } = ctx.db;
  const [key, task, application] = await Promise.all([
    prisma.apiKey.findFirst({ where: { accountId }, select: { id: true } }),
    prisma.task.findFirst({ where: { accountId }, orderBy: { id: "desc" }, select: { id: true, state: true } }),
    prisma.application.findFirst({
      where: { accountId, demo: false, archivedAt: null },
      orderBy: { id: "desc" },
      select: { id: true },
    }),
  ]);
  const [paid, count] = await Promise.all([
    prisma.ledgerEntry.findFirst({ where: { accountId, kind: "capture" }, select: { id: true } }),
    application &&
      prisma.count.findFirst({
        where: { applicationId: application.id, NOT: { metric: { endsWith: "_excluded" } } },
        select: { n: true },
      }),
  ]);
  return {
    hasKey: key !== null,
    task: task && !isFinal(task.state) ? { taskId: Number(task.id) } : null,
    hasResult: paid !== null,
    softId: application?.id ?? null,
    isCounted: Boolean(count),
  };
}
