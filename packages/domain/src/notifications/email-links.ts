import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../platform/context.ts";

/** The address that a token ends the emails to; null if there is none. Reads only. */
export async function findSubscription(app: AppContext, token: string) {
  const addressId = Number(/^([1-9]\d{0,8})-[\w-]{43}$/.exec(token)?.[1]);
  if (!addressId) return null;
  const found = await app.db.prisma.emailAddress.findUnique({
    where: { id: addressId },
    select: { accountId: true, email: true, account: { select: { email: true } } },
  });
  if (!found) return null;
  if (!isLinkToken(app, token, { id: addressId, accountId: found.accountId, purpose: "unsubscribe" })) return null;
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

/** What a link of an email ends: the emails to an address, or the reports of a subscription. It ends with these. */
interface Purpose {
  /** Of the address or the subscription. */
  id: number;
  accountId: number;
  purpose: "unsubscribe" | "end reports";
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
