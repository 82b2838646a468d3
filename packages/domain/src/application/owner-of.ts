import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/** The account of an application that the caller may change. ERROR_ACCESS_DENIED if it does not exist or is another's. */
export async function ownerOf(ctx: Context, softId: number): Promise<number> {
  const accountId = managedAccount(ctx);
  const owned = await ctx.db.prisma.application.findFirst({
    where: { id: softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    select: { accountId: true },
  });
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  return owned.accountId;
}
