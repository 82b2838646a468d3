import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../context.ts";

interface Whose {
  accountId: number;
  addressId: number;
}

/**
 * The token of the link that ends the emails to an address. It is in every email, so it is derived and not stored; it ends
 * with the address, and when the installation's secret is replaced.
 */
export function unsubscribeToken({ vault }: Pick<AppContext, "vault">, { accountId, addressId }: Whose): string {
  return `${addressId}-${vault.fingerprint(addressId, [accountId, 0, "unsubscribe"]).toString("base64url")}`;
}

/** The address that a token ends the emails to; null if there is none. Reads only. */
export async function findSubscription(
  app: AppContext,
  token: string,
): Promise<{ addressId: number; email: string; account: string } | null> {
  const addressId = Number(/^([1-9]\d{0,8})-[\w-]{43}$/.exec(token)?.[1]);
  if (!addressId) return null;
  const found = await app.db.prisma.emailAddress.findUnique({
    where: { id: addressId },
    select: { accountId: true, email: true, account: { select: { email: true } } },
  });
  if (!found) return null;
  const expected = Buffer.from(unsubscribeToken(app, { addressId, accountId: found.accountId }));
  const given = Buffer.from(token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { addressId, email: found.email, account: found.account.email };
}

/** Ends the emails to an address, until its owner confirms it again. Returns whether the link worked. */
export async function unsubscribe(app: AppContext, token: string): Promise<boolean> {
  const found = await findSubscription(app, token);
  if (!found) return false;
  await app.db.prisma.emailAddress.updateMany({
    where: { id: found.addressId },
    data: { confirmedAt: null, unsubscribedAt: new Date(), tokenHash: null, tokenExpiresAt: null },
  });
  return true;
}
