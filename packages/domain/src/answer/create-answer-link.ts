import { randomBytes } from "node:crypto";
import { limits } from "@gatepost/contract/limits";
import { lockAccount } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireChange } from "../permission.ts";
import { hashToken } from "../share/token.ts";
import { notExpected } from "../task/not-expected.ts";

/** Seconds that a link works if its maker does not say. */
const defaultSeconds = 86_400;

interface CreateAnswerLinkInput {
  taskId: number;
  name: string;
  /** Seconds after which the link stops working, whether or not the task still waits. */
  expiresIn?: number | null | undefined;
}

/**
 * Creates a link by which anybody who has it can answer one late variable of a task, while the task waits for it. The
 * result is the only place with its token; `expires` is in Unix seconds. ERROR_VARIABLE_NOT_EXPECTED if the task has no
 * such variable, ERROR_TASK_FINISHED if it has ended, ERROR_BAD_REQUEST if it has as many working links as it may.
 */
export async function createAnswerLink({
  ctx,
  input,
}: Args<CreateAnswerLinkInput>): Promise<{ token: string; expires: number }> {
  const { accountId } = requireChange(ctx, "tasks").actor;
  const { taskId, name } = input;
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(Date.now() + (input.expiresIn ?? defaultSeconds) * 1_000);
  const task = await ctx.db.prisma.task.findUnique({ where: { id: taskId, accountId }, select: { endedAt: true } });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (task.endedAt) throw new DomainError("ERROR_TASK_FINISHED");
  const late = await ctx.db.prisma.variable.findMany({ where: { taskId }, select: { name: true } });
  if (!late.some((one) => one.name === name)) throw notExpected(late.map((one) => one.name));
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const ended = [{ revokedAt: { not: null } }, { expiresAt: { lt: new Date() } }];
    await tx.answerLink.deleteMany({ where: { taskId, OR: ended } });
    if (
      (await tx.answerLink.count({ where: { taskId, emailAddressId: null, endpointId: null } })) >= limits.answerLinks
    )
      throw new DomainError(
        "ERROR_BAD_REQUEST",
        `The task has ${limits.answerLinks} working answer links, which is as many as it may have. They end when they expire, or when somebody revokes them on the task's page in the portal while the task waits.`,
      );
    await tx.answerLink.create({ data: { accountId, taskId, name, hash: hashToken(token), expiresAt } });
  });
  return { token, expires: Math.floor(expiresAt.getTime() / 1_000) };
}
