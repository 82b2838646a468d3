import type { AppContext } from "../context.ts";
import { hashToken, isTokenShaped } from "../share/token.ts";

/** What the holder of a working confirmation link is asked to confirm. */
interface UnconfirmedAddress {
  email: string;
  /** The account's own address, which tells its accounts apart. */
  account: string;
}

/** Null if the link is unknown, used or expired: these cannot be told apart. Reads only. */
export async function findUnconfirmedAddress(app: AppContext, token: unknown): Promise<UnconfirmedAddress | null> {
  if (!isTokenShaped(token)) return null;
  const found = await app.db.prisma.emailAddress.findFirst({
    where: working(token),
    select: { email: true, account: { select: { email: true } } },
  });
  return found && { email: found.email, account: found.account.email };
}

/** Confirms the address of a link, once. Returns whether the link worked. */
export async function confirmEmailAddress(app: AppContext, token: unknown): Promise<boolean> {
  if (!isTokenShaped(token)) return false;
  const { count } = await app.db.prisma.emailAddress.updateMany({
    where: working(token),
    data: { confirmedAt: new Date(), unsubscribedAt: null, tokenHash: null, tokenExpiresAt: null },
  });
  return count > 0;
}

function working(token: string) {
  return { tokenHash: hashToken(token), tokenExpiresAt: { gt: new Date() }, account: { suspendedAt: null } };
}
