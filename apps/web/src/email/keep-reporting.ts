import type { Mode } from "@gatepost/contract/modes";
import { getAlert } from "@gatepost/domain/alert/get-alert";
import { planAlerts } from "@gatepost/domain/alert/plan-alerts";
import type { AlertKind } from "@gatepost/domain/alert/rules";
import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import type { Context } from "@gatepost/domain/context";
import { repeat } from "@gatepost/domain/repeat";
import {
  type AlertEmail,
  claimReportEmails,
  type ReportEmail,
} from "@gatepost/domain/report-email/claim-report-emails";
import { getReport } from "@gatepost/domain/report-email/get-report";
import { planReports } from "@gatepost/domain/report-email/plan-reports";
import type { ReportPeriod } from "@gatepost/domain/report-email/schedule";
import { sendOnce } from "@gatepost/domain/report-email/send-once";
import { reportToken } from "@gatepost/domain/report-email/unsubscribe";
import { addDays, localDay } from "@gatepost/domain/stats/days";
import { writeView } from "../portal/report/view.ts";
import { authSettings } from "../server/auth-settings.ts";
import { logFault } from "../server/fault.ts";
import { type Email, sendMail } from "../server/mail.ts";
import { alertText } from "./alert-text.ts";
import { reportText } from "./report-text.ts";

interface Reporting {
  ctx: Context<{ kind: "system" }>;
  clock: Pick<ServiceClock, "next">;
  signal: AbortSignal;
}

/**
 * Sends the reports and alerts by email that are due, until the signal is aborted, a limited number at each tick of the service. Every web
 * process does; the database decides which one sends an email. An installation without a mail server sends none. Never rejects.
 */
export function keepReporting({ ctx, clock, signal }: Reporting): Promise<void> {
  const round = async () => {
    const { reportsDue } = await clock.next(signal);
    const { mail, origin } = authSettings();
    if (!reportsDue || !mail || !origin || signal.aborted) return 0;
    await planReports({ ctx });
    await planAlerts({ ctx });
    const emails = await claimReportEmails({ ctx });
    await Promise.all(emails.map((email) => send(ctx, email, origin)));
    return 0;
  };
  return repeat(round, { signal, onFault: (error) => logFault("reports not sent", error) });
}

/** An email whose figures cannot be read is claimed again two minutes later. */
async function send(ctx: Context, email: ReportEmail | AlertEmail, origin: string): Promise<void> {
  try {
    const text = await (email.kind === "alerts" ? writeAlert(ctx, email, origin) : writeReport(ctx, email, origin));
    await sendOnce({ ctx, input: { email, send: () => attempt(() => sendMail(text)) } });
  } catch (error) {
    logFault("report email", error);
  }
}

async function writeReport(ctx: Context, email: ReportEmail, origin: string): Promise<Email> {
  const { softId, period, timezone } = email;
  const report = await getReport({ ctx, input: { softId, timezone, ...period } });
  return reportText(email, report, {
    dashboard: `${origin}/dashboard/apps/${softId}${viewOf({ ...period, timezone })}`,
    unsubscribe: unsubscribeLink(ctx, email, origin),
  });
}

const chartModes: Record<AlertKind, Mode> = { error_rate: "errors", no_tasks: "errors", no_views: "views" };

async function writeAlert(ctx: Context, email: AlertEmail, origin: string): Promise<Email> {
  const { softId, at, timezone } = email;
  const findings = await getAlert({ ctx, input: email });
  const to = localDay(at.getTime(), timezone);
  const days = { from: addDays(to, -28), to, timezone };
  return alertText(email, findings, {
    chart: (kind) => `${origin}/dashboard/apps/${softId}${viewOf(days, chartModes[kind])}`,
    unsubscribe: unsubscribeLink(ctx, email, origin),
  });
}

function unsubscribeLink(ctx: Context, email: ReportEmail | AlertEmail, origin: string): string {
  return `${origin}/email/reports/${reportToken(ctx, email)}`;
}

async function attempt(sending: () => Promise<void>): Promise<{ problem: string | null }> {
  try {
    await sending();
    return { problem: null };
  } catch (error) {
    logFault("report email", error);
    return { problem: "the mail server did not accept it" };
  }
}

function viewOf(days: ReportPeriod & { timezone: string }, mode: Mode = "errors"): string {
  const shown = { by: null, hidden: [], compare: null, form: "bars" as const, point: null };
  return writeView({ mode, range: "custom", ...days, ...shown });
}
