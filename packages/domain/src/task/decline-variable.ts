import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { requireVerifiedAnswerer } from "../permission.ts";
import { endByAccount } from "./end-by-account.ts";
import { notExpected } from "./not-expected.ts";

interface DeclineVariableInput {
  taskId: number;
  name: string;
  /** Part of the description of the task's error. */
  reason: string;
}

/**
 * The person or program that was asked for a value declines: the task ends with ERROR_TASK_CANCELED and the reason, also
 * if a value was pushed that no worker has taken. Declining it again changes nothing. ERROR_VARIABLE_ALREADY_SET once the
 * worker has taken a value, ERROR_VARIABLE_NOT_EXPECTED if the task has no such late variable, ERROR_TASK_FINISHED after
 * another end.
 */
export async function declineVariable({ ctx, input }: Args<DeclineVariableInput>): Promise<void> {
  const { taskId, name } = input;
  const { accountId } = requireVerifiedAnswerer(ctx, input);
  const status = await endByAccount(ctx, {
    ...{ accountId, taskId, unlessTaken: name },
    ...{ end: `A value for ${name} was declined: `, reason: readName("reason", input.reason, 500) },
  });
  if (status === "supplied")
    throw new DomainError("ERROR_VARIABLE_ALREADY_SET", "The worker has already taken a value of this variable.");
  if (status === "unexpected") {
    const late = await ctx.db.prisma.variable.findMany({ where: { taskId }, select: { name: true } });
    throw notExpected(late.map(({ name: one }) => one));
  }
}
