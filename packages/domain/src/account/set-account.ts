import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { bidProblem } from "../money/limits.ts";
import { requireSystem } from "../permission.ts";

interface SetAccountInput {
  accountId: number;
  /** Millionths of a dollar, above zero. Applies to future tasks. */
  bid?: bigint;
  /** A suspended account's keys are refused from their next call on. Its running tasks continue. */
  suspended?: boolean;
}

/** Changes an account's bid or suspends it. ERROR_BAD_REQUEST if there is no such account. */
export async function setAccount({ ctx, input }: Args<SetAccountInput>): Promise<void> {
  requireSystem(ctx);
  const { accountId, bid, suspended } = input;
  const problem = bid !== undefined && bidProblem(bid);
  if (problem) throw new DomainError("ERROR_BAD_REQUEST", problem);
  const { count } = await ctx.db.prisma.account.updateMany({
    where: { id: accountId },
    data: {
      ...(bid !== undefined && { bid }),
      ...(suspended !== undefined && { suspendedAt: suspended ? new Date() : null }),
    },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no account ${accountId}.`);
}
