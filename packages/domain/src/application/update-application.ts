import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";
import { type ApplicationDetails, readDetails } from "./details.ts";

/** Says anew what an application is. ERROR_ACCESS_DENIED for one that is not there, or another account's. */
export async function updateApplication({
  ctx,
  input,
}: {
  ctx: Context;
  input: ApplicationDetails & { softId: number };
}): Promise<void> {
  const accountId = managedAccount(ctx);
  const data = readDetails(input);
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: input.softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    data,
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
