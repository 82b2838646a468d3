import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession, type SessionContext } from "../permission.ts";
import { clockSql } from "../stats/clock.sql.ts";
import { isTimezone } from "../stats/days.ts";
import { takeAttempt } from "../user/take-attempt.ts";
import { nextSending, type SubscriptionKind } from "./schedule.ts";

interface Which {
  softId: number;
  addressId: number;
  kind: SubscriptionKind;
}

/**
 * Turns a report or the alerts of an application to an address on or off. ERROR_ACCESS_DENIED unless both are the account's and the address is
 * confirmed; ERROR_BAD_REQUEST for an unknown time zone.
 */
export async function setReportSubscription({
  ctx,
  input: { softId, addressId, kind, on, timezone },
}: Args<Which & { on: boolean; timezone: string }>): Promise<void> {
  const session = requireSession(ctx);
  if (!isTimezone(timezone))
    throw new DomainError("ERROR_BAD_REQUEST", "timezone must be an IANA time zone such as Europe/Paris.");
  await requireOwn(session, { softId, addressId });
  const { prisma } = session.db;
  const which = { applicationId: softId, addressId, kind };
  if (!on) {
    await prisma.reportSubscription.deleteMany({ where: which });
    return;
  }
  const [clock] = await session.db.run(clockSql);
  const now = clock?.now ?? new Date();
  // Alerts are not checked at once: who turns them off and on again would get an email each time.
  const nextAt = kind === "alerts" ? new Date(now.getTime() + 3_600_000) : nextSending(kind, timezone, now);
  const set = { timezone, nextAt };
  await prisma.reportSubscription.upsert({
    where: { applicationId_addressId_kind: which },
    create: { ...which, ...set },
    update: set,
  });
}

/** Tests that an account may send in an hour. */
const testsPerHour = 10;

/** Sends the latest report of a subscription now, or what alerts compare. ERROR_ACCESS_DENIED if it is not on; ERROR_TOO_MANY_REQUESTS after ten in an hour. */
export async function sendTestReport({ ctx, input }: Args<Which>): Promise<void> {
  const session = requireSession(ctx);
  const { softId, addressId, kind } = input;
  await requireOwn(session, input);
  const found = await session.db.prisma.reportSubscription.findUnique({
    where: { applicationId_addressId_kind: { applicationId: softId, addressId, kind } },
    select: { id: true },
  });
  if (!found) throw new DomainError("ERROR_ACCESS_DENIED");
  const key = `report tests of ${session.actor.accountId}`;
  if (!(await takeAttempt(session, { key, max: testsPerHour, windowSeconds: 3_600 })))
    throw new DomainError("ERROR_TOO_MANY_REQUESTS", "Ten tests were sent in an hour. Try again later.");
  await session.db.prisma.reportEmail.create({ data: { subscriptionId: found.id } });
}

async function requireOwn({ actor, db }: SessionContext, { softId, addressId }: Omit<Which, "kind">): Promise<void> {
  const { accountId } = actor;
  const [application, address] = await Promise.all([
    db.prisma.application.count({ where: { id: softId, accountId, archivedAt: null } }),
    db.prisma.emailAddress.count({ where: { id: addressId, accountId, confirmedAt: { not: null } } }),
  ]);
  if (application === 0 || address === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
