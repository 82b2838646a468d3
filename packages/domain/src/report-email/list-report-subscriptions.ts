import { type AlertKind, alertKinds } from "../alert/rules.ts";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";
import { listReportSubscriptionsSql } from "./list-report-subscriptions.sql.ts";
import type { SubscriptionKind } from "./schedule.ts";

/** Unknown: it was given to the mail server, and its process ended before the answer. */
type Outcome = "sent" | "pending" | "not sent" | "unknown";

/** A report, or the alerts, that an address gets. */
export interface ListedSubscription {
  kind: SubscriptionKind;
  timezone: string;
  /** The next report or check. */
  nextAt: Date;
  /** The alerts that are not over. */
  ongoing: AlertKind[];
  /** The latest email of it; null if there was none. */
  last: { at: Date; outcome: Outcome; problem: string | null } | null;
}

/** A confirmed address of the account, with what it gets about one application. */
interface ReportAddress {
  addressId: number;
  email: string;
  subscriptions: ListedSubscription[];
}

/** The confirmed addresses of the account, which are few. ERROR_ACCESS_DENIED if the application is archived or another account's. */
export async function listReportSubscriptions({
  ctx,
  input: { softId },
}: Args<{ softId: number }>): Promise<ReportAddress[]> {
  const { actor, db } = requireSession(ctx);
  const { accountId } = actor;
  const [owned, addresses, subscriptions] = await Promise.all([
    db.prisma.application.findFirst({ where: { id: softId, accountId, archivedAt: null }, select: { id: true } }),
    db.prisma.emailAddress.findMany({
      where: { accountId, confirmedAt: { not: null } },
      orderBy: { email: "asc" },
      select: { id: true, email: true },
    }),
    db.run(listReportSubscriptionsSql, { accountId, softId }),
  ]);
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  return addresses.map(({ id, email }) => ({
    addressId: id,
    email,
    subscriptions: subscriptions
      .filter(({ addressId }) => addressId === id)
      .map(({ kind, timezone, nextAt, ongoing, lastAt, lastSentAt, lastProblem, lastPending }) => ({
        ...{ kind, timezone, nextAt, ongoing: alertKinds.filter((one) => ongoing.includes(one)) },
        last: lastAt && {
          at: lastSentAt ?? lastAt,
          outcome: lastSentAt ? "sent" : lastPending ? "pending" : lastProblem ? "not sent" : "unknown",
          problem: lastProblem,
        },
      })),
  }));
}
