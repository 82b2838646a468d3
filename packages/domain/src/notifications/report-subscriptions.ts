import { type AppContext, type Args, requireSession } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { readClock } from "../platform/health.ts";
import { isTimezone } from "../statistics/days.ts";
import { alertKinds } from "./alerts.ts";
import { isLinkToken } from "./email-links.ts";
import { nextSending, type SubscriptionKind, subscriptionKindOf } from "./report-schedule.ts";
import { listReportSubscriptionsSql } from "./sql/list-report-subscriptions.sql.ts";

interface SetSubscriptionInput {
  softId: number;
  addressId: number;
  kind: SubscriptionKind;
  on: boolean;
  timezone: string;
}

/**
 * Turns a report or the alerts of an application to an address on or off. ERROR_ACCESS_DENIED unless both are the account's and
 * the address is confirmed; ERROR_BAD_REQUEST for an unknown time zone.
 */
export async function setReportSubscription({
  ctx,
  input: { softId, addressId, kind, on, timezone },
}: Args<SetSubscriptionInput>): Promise<void> {
  const { accountId } = requireSession(ctx);
  if (!isTimezone(timezone))
    throw new DomainError("ERROR_BAD_REQUEST", "timezone must be an IANA time zone such as Europe/Paris.");
  const { prisma } = ctx.db;
  const [application, address] = await Promise.all([
    prisma.application.count({ where: { id: softId, accountId, archivedAt: null } }),
    prisma.emailAddress.count({ where: { id: addressId, accountId, confirmedAt: { not: null } } }),
  ]);
  if (application === 0 || address === 0) throw new DomainError("ERROR_ACCESS_DENIED");
  const which = { applicationId: softId, addressId, kind };
  if (!on) {
    await prisma.reportSubscription.deleteMany({ where: which });
    return;
  }
  const now = await readClock(ctx);
  // Alerts are not checked at once: who turns them off and on again would get an email each time.
  const nextAt = kind === "alerts" ? new Date(now.getTime() + 3_600_000) : nextSending(kind, timezone, now);
  const set = { timezone, nextAt };
  await prisma.reportSubscription
    .upsert({ where: { applicationId_addressId_kind: which }, create: { ...which, ...set }, update: set })
    .catch((error: { code?: string }) => {
      // A foreign key is violated: somebody has just removed the address.
      throw error.code === "P2003" ? new DomainError("ERROR_ACCESS_DENIED") : error;
    });
}

/** A report, or the alerts, that an address gets. */
export type ListedSubscription = Awaited<ReturnType<typeof listReportSubscriptions>>[number]["subscriptions"][number];

/**
 * The confirmed addresses of the account, which are few, each with what it gets about one application: the next report or check, the
 * alerts that are not over, and the latest email. ERROR_ACCESS_DENIED if the application is archived or another account's.
 */
export async function listReportSubscriptions({ ctx, input: { softId } }: Args<{ softId: number }>) {
  const { accountId } = requireSession(ctx);
  const [owned, addresses, subscriptions] = await Promise.all([
    ctx.db.prisma.application.findFirst({ where: { id: softId, accountId, archivedAt: null }, select: { id: true } }),
    ctx.db.prisma.emailAddress.findMany({
      where: { accountId, confirmedAt: { not: null } },
      orderBy: { email: "asc" },
      select: { id: true, email: true },
    }),
    ctx.db.run(listReportSubscriptionsSql, { accountId, softId }),
  ]);
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  return addresses.map(({ id, email }) => ({
    addressId: id,
    email,
    subscriptions: subscriptions
      .filter(({ addressId }) => addressId === id)
      .map(({ kind, timezone, nextAt, ongoing, lastAt, lastSentAt, lastProblem, lastPending }) => ({
        kind,
        timezone,
        nextAt,
        ongoing: alertKinds.filter((one) => ongoing.includes(one)),
        last: lastAt && {
          at: lastSentAt ?? lastAt,
          outcome: outcomeOf(lastSentAt, lastPending, lastProblem),
          problem: lastProblem,
        },
      })),
  }));
}

/** Unknown: it was given to the mail server, and its process ended before the answer. */
function outcomeOf(sentAt: Date | null, pending: boolean | null, problem: string | null) {
  if (sentAt) return "sent";
  if (pending) return "pending";
  return problem ? "not sent" : "unknown";
}

/** The subscription that a token ends; null if there is none. Reads only. */
export async function findReportSubscription(app: AppContext, token: string) {
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
  const { accountId } = application;
  if (!isLinkToken(app, token, { id: subscriptionId, accountId, purpose: "end reports" })) return null;
  return { subscriptionId, email: address.email, name: application.name, kind: subscriptionKindOf(kind) };
}

/** Ends the reports of a subscription. Returns whether the link worked. */
export async function endReports(app: AppContext, token: string): Promise<boolean> {
  const found = await findReportSubscription(app, token);
  if (!found) return false;
  await app.db.prisma.reportSubscription.deleteMany({ where: { id: found.subscriptionId } });
  return true;
}
