import { normalEmail } from "@gatepost/contract/email";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";

/** The ids of addresses of the account that a task names. ERROR_BAD_REQUEST if one is not confirmed, or not the account's. */
export async function findNamedAddresses(
  { db }: Context,
  accountId: number,
  named: readonly string[],
): Promise<number[]> {
  if (named.length === 0) return [];
  const emails = [...new Set(named.map(normalEmail))];
  const found = await db.prisma.emailAddress.findMany({
    where: { accountId, email: { in: emails }, confirmedAt: { not: null } },
    select: { id: true, email: true },
  });
  const missing = emails.find((email) => !found.some((address) => address.email === email));
  if (missing !== undefined)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `notify has ${JSON.stringify(missing)}, which is not a confirmed address of this account. Add it on the portal's Account page; its owner confirms it.`,
    );
  return found.map(({ id }) => id);
}
