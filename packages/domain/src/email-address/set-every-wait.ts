import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/** Whether an address gets an email for every wait of the account. ERROR_BAD_REQUEST if the account has none with this id. */
export async function setEveryWait({
  ctx,
  input: { addressId, everyWait },
}: Args<{ addressId: number; everyWait: boolean }>): Promise<void> {
  const accountId = managedAccount(ctx);
  const where = { id: addressId, ...(accountId !== undefined && { accountId }) };
  const { count } = await ctx.db.prisma.emailAddress.updateMany({ where, data: { everyWait } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "There is no address with this id.");
}
