import { hash } from "node:crypto";
import { type Args, type Context, requireSystem } from "../platform/context.ts";
import { takeAttempt } from "../platform/rates.ts";
import { type Attempt, type Claimed, claimFromOutbox, recordDelivery } from "./outbox.ts";
import { periodFrom, type ReportKind, type ReportPeriod, subscriptionKindOf } from "./report-schedule.ts";
import { type GetWaitEmailRow, getWaitEmailSql } from "./sql/get-wait-email.sql.ts";

interface ClaimedEmail extends Attempt {
  accountId: number;
  to: string;
}

/** An email about a wait, to be sent now. It has the template's name and prompt, and nothing that the page said. */
export interface WaitEmail extends ClaimedEmail, GetWaitEmailRow {
  kind: "wait";
  reminder: boolean;
  addressId: number;
  taskId: number;
}

interface ApplicationEmail extends ClaimedEmail {
  kind: "report";
  subscriptionId: number;
  softId: number;
  /** The application's. */
  name: string;
  timezone: string;
}

export interface ReportEmail extends ApplicationEmail {
  about: ReportKind;
  period: ReportPeriod;
}

export interface AlertEmail extends ApplicationEmail {
  about: "alerts";
  /** The end of the 24 hours that were checked. */
  at: Date;
}

/** Emails that are claimed at once, and those of one account among them. */
const [atOnce, maxOfAccount] = [50, 20];

/** Emails about waits, and about applications, to one mailbox in an hour, whichever accounts have its address. */
const perHour = 20;

export type AnyEmail = WaitEmail | ReportEmail | AlertEmail;

/**
 * Claims emails of a kind that are due; call recordDelivery for each, and before a report is sent beginReport. What must not be sent
 * any more is recorded as such. None: nothing more is due.
 */
export async function claimEmails({ ctx, input: { kind } }: Args<{ kind: AnyEmail["kind"] }>): Promise<AnyEmail[]> {
  // However many emails an account may not send, they delay no other account's.
  for (;;) {
    const claimed = await claimFromOutbox(ctx, { channel: kind, limit: atOnce, maxOfAccount });
    const emails = (await Promise.all(claimed.map((one) => readEmail(ctx, one)))).flat();
    if (emails.length > 0 || claimed.length === 0) return emails;
  }
}

/** None, and recorded as such, if it must not be sent, or not now. */
async function readEmail(ctx: Context, claimed: Claimed): Promise<AnyEmail | []> {
  const email = claimed.kind === "wait" ? await readWaitEmail(ctx, claimed) : await readReportEmail(ctx, claimed);
  const problem = typeof email === "string" ? email : await limitProblem(ctx, email);
  if (typeof email === "object" && problem === null) return email;
  // An answer is needed soon, but a report can wait.
  const retryIn = typeof email === "object" && email.kind === "report" ? 600 : null;
  await recordDelivery({ ctx, input: { delivery: claimed, problem, retryIn } });
  return [];
}

/** Null: it is within the limit of its mailbox. A further attempt counts as one with the first. */
async function limitProblem(ctx: Context, { kind, to, attempt }: AnyEmail): Promise<string | null> {
  const mailbox = hash("sha256", to, "base64url");
  const limit = { key: `${kind} emails to ${mailbox}`, max: perHour, windowSeconds: 3_600 };
  if (attempt > 1 || (await takeAttempt(ctx, limit))) return null;
  return kind === "wait" ? "limit" : "the address has got as many emails as it may in an hour";
}

/** An email, or why it is not sent. */
async function readWaitEmail(ctx: Context, claimed: Claimed): Promise<WaitEmail | string> {
  const { addressId, taskId, wait } = claimed;
  if (taskId === null || addressId === null || wait === null) return "it is about no wait";
  const [found] = await ctx.db.run(getWaitEmailSql, { taskId, addressId, wait });
  if (!found) return "the wait ended before";
  if (!found.confirmed) return notConfirmed;
  if (found.suspended) return suspended;
  return { ...claimed, ...found, kind: "wait", reminder: claimed.event === "reminder", addressId, taskId };
}

const notConfirmed = "the address is not confirmed any more";
const suspended = "the account is suspended";

/** A report or alerts, or why they are not sent. */
async function readReportEmail(ctx: Context, claimed: Claimed): Promise<ReportEmail | AlertEmail | string> {
  const { secondsSinceEvent, subscriptionId, period } = claimed;
  const found = await ctx.db.prisma.reportSubscription.findUnique({
    where: { id: subscriptionId ?? 0 },
    include: { address: true, application: { include: { account: { select: { suspendedAt: true } } } } },
  });
  if (!found?.address.confirmedAt) return notConfirmed;
  const { id, timezone, address, application } = found;
  if (application.account.suspendedAt) return suspended;
  if (application.archivedAt) return "the application is archived";
  // While the installation had no mail server, nobody claimed it.
  if (secondsSinceEvent > 3 * 86_400) return "it could not be sent for three days";
  const { id: softId, name } = application;
  // As earlier versions wrote a test, which somebody asked for in the portal.
  if (period === null) return "it was a test, which is not sent any more";
  const email = { ...claimed, kind: "report" as const, subscriptionId: id, softId, name, timezone, to: address.email };
  const about = subscriptionKindOf(found.kind);
  if (about === "alerts") return { ...email, about, at: new Date(period) };
  return { ...email, about, period: periodFrom(about, period) };
}

/**
 * Marks a report as given to the mail server: from here on nobody claims it again, because the mail server may have taken it, unless
 * recordDelivery says that it was not sent. False: another process has claimed it meanwhile.
 */
export async function beginReport({ ctx, input }: Args<Pick<Attempt, "deliveryId" | "attempt">>): Promise<boolean> {
  requireSystem(ctx);
  const { count } = await ctx.db.prisma.delivery.updateMany({
    where: { id: input.deliveryId, attempts: input.attempt, nextAt: { not: null } },
    data: { nextAt: null, lastProblem: null },
  });
  return count > 0;
}
