import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/**
 * Puts an application away: it is listed no longer and its public page is gone. What was counted and earned stays, and
 * tasks that name it are attributed to it all the same. ERROR_ACCESS_DENIED for one that is not there, or another's.
 */
export async function archiveApplication({ ctx, input }: { ctx: Context; input: { softId: number } }): Promise<void> {
  const accountId = managedAccount(ctx);
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: input.softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    data: { archivedAt: new Date(), published: false },
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
