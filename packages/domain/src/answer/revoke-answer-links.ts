import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireChange } from "../permission.ts";

/** Revokes all answer links of a task's variable: their next use is refused. Returns how many worked until then. */
export async function revokeAnswerLinks({
  ctx,
  input: { taskId, name },
}: Args<{ taskId: number; name: string }>): Promise<{ revoked: number }> {
  const { accountId } = requireChange(ctx, "tasks").actor;
  const task = await ctx.db.prisma.task.findUnique({ where: { id: taskId, accountId }, select: { id: true } });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const { count } = await ctx.db.prisma.answerLink.updateMany({
    where: { accountId, taskId, name, revokedAt: null, expiresAt: { gt: new Date() } },
    data: { revokedAt: new Date() },
  });
  return { revoked: count };
}
