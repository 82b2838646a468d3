import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/**
 * Archives an application: it is no longer listed and has no public page. Its counts and earnings stay, and tasks that
 * name it are still attributed to it. ERROR_ACCESS_DENIED if it does not exist or belongs to another account.
 */
export async function archiveApplication({ ctx, input }: Args<{ softId: number }>): Promise<void> {
  const accountId = managedAccount(ctx);
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: input.softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    data: { archivedAt: new Date(), published: false },
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
