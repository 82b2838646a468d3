import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/** Removes an address: it gets no more emails, and its links end. ERROR_BAD_REQUEST if the account has none with this id. */
export async function removeEmailAddress({ ctx, input: { addressId } }: Args<{ addressId: number }>): Promise<void> {
  const accountId = managedAccount(ctx);
  const where = { id: addressId, ...(accountId !== undefined && { accountId }) };
  const { count } = await ctx.db.prisma.emailAddress.deleteMany({ where });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "There is no address with this id.");
}
