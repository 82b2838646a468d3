import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/**
 * Shows or hides an application's public page and its download link. Counts stay, and tasks are still attributed to it.
 * ERROR_BAD_REQUEST if it does not exist.
 */
export async function publishApplication({ ctx, input }: Args<{ softId: number; published: boolean }>): Promise<void> {
  const accountId = managedAccount(ctx);
  const { softId, published } = input;
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    data: { published },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`);
}
