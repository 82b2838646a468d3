import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";
import { type ApplicationDetails, readDetails } from "./details.ts";

/** Replaces an application's details. ERROR_ACCESS_DENIED if it does not exist or belongs to another account. */
export async function updateApplication({ ctx, input }: Args<ApplicationDetails & { softId: number }>): Promise<void> {
  const accountId = managedAccount(ctx);
  const data = readDetails(input);
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: input.softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    data,
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
