import type { Tx } from "@gatepost/db/connect";
import { DomainError } from "../errors.ts";

/** Names the account that does not exist, or was deleted, instead of leaving that to a foreign key's message. */
export async function accountMustExist(tx: Pick<Tx, "account">, accountId: number): Promise<void> {
  const known = await tx.account.findFirst({
    where: { id: accountId, email: { contains: "@" } },
    select: { id: true },
  });
  if (!known) throw new DomainError("ERROR_BAD_REQUEST", `There is no account ${accountId}.`);
}
