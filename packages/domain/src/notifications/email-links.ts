import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../platform/context.ts";

interface Whose {
  accountId: number;
  addressId: number;
}

const purpose = "unsubscribe";

/** The token of the link that ends the emails to an address. It ends with the address. */
export function unsubscribeToken(app: Pick<AppContext, "vault">, { accountId, addressId }: Whose): string {
  return linkToken(app, { id: addressId, accountId, purpose });
}

/** The address that a token ends the emails to; null if there is none. Reads only. */
export async function findSubscription(app: AppContext, token: string) {
  const addressId = Number(/^([1-9]\d{0,8})-[\w-]{43}$/.exec(token)?.[1]);
  if (!addressId) return null;
  const found = await app.db.prisma.emailAddress.findUnique({
    where: { id: addressId },
    select: { accountId: true, email: true, account: { select: { email: true } } },
  });
  if (!found) return null;
  if (!isLinkToken(app, token, { id: addressId, accountId: found.accountId, purpose })) return null;
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

/** What a link of an email is for. */
interface Purpose {
  id: number;
  accountId: number;
  purpose: string;
}

/**
 * The token of a link that is in every email of a kind, so it is derived and not stored. It ends when the installation's secret
 * is replaced.
 */
export function linkToken({ vault }: Pick<AppContext, "vault">, { id, accountId, purpose }: Purpose): string {
  return `${id}-${vault.fingerprint(id, [accountId, 0, purpose]).toString("base64url")}`;
}

export function isLinkToken(app: Pick<AppContext, "vault">, token: string, purpose: Purpose): boolean {
  const [expected, given] = [Buffer.from(linkToken(app, purpose)), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
