import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/** Removes an address: it gets no more emails, and its links end. ERROR_ACCESS_DENIED if it is not the account's. */
export async function removeEmailAddress({ ctx, input: { addressId } }: Args<{ addressId: number }>): Promise<void> {
  const accountId = managedAccount(ctx);
  const where = { id: addressId, ...(accountId !== undefined && { accountId }) };
  const { count } = await ctx.db.prisma.emailAddress.deleteMany({ where });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
