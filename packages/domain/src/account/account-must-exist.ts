import type { Tx } from "@gatepost/db/connect";
import { DomainError } from "../errors.ts";

/** Says which account is not there, before a foreign key says it in its own words. */
export async function accountMustExist(tx: Pick<Tx, "account">, accountId: number): Promise<void> {
  const known = await tx.account.findUnique({ where: { id: accountId }, select: { id: true } });
  if (!known) throw new DomainError("ERROR_BAD_REQUEST", `There is no account ${accountId}.`);
}
