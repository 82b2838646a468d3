import type { AppContext } from "../context.ts";
import { isLinkToken, linkToken } from "../email-address/link-token.ts";
import { type SubscriptionKind, subscriptionKindOf } from "./schedule.ts";

interface Whose {
  accountId: number;
  subscriptionId: number;
}

const purpose = "end reports";

/** The token of the link that ends the reports of a subscription. It is derived and not stored, and ends with the subscription. */
export function reportToken(app: Pick<AppContext, "vault">, { accountId, subscriptionId }: Whose): string {
  return linkToken(app, { id: subscriptionId, accountId, purpose });
}

/** The subscription that a token ends; null if there is none. Reads only. */
export async function findReportSubscription(
  app: AppContext,
  token: string,
): Promise<{ subscriptionId: number; email: string; name: string; kind: SubscriptionKind } | null> {
  const subscriptionId = Number(/^([1-9]\d{0,8})-/.exec(token)?.[1]);
  if (!subscriptionId) return null;
  const found = await app.db.prisma.reportSubscription.findUnique({
    where: { id: subscriptionId },
    select: {
      kind: true,
      address: { select: { email: true } },
      application: { select: { name: true, accountId: true } },
    },
  });
  if (!found) return null;
  const { kind, address, application } = found;
  if (!isLinkToken(app, token, { id: subscriptionId, accountId: application.accountId, purpose })) return null;
  return { subscriptionId, email: address.email, name: application.name, kind: subscriptionKindOf(kind) };
}

/** Ends the reports of a subscription. Returns whether the link worked. */
export async function endReports(app: AppContext, token: string): Promise<boolean> {
  const found = await findReportSubscription(app, token);
  if (!found) return false;
  await app.db.prisma.reportSubscription.deleteMany({ where: { id: found.subscriptionId } });
  return true;
}
