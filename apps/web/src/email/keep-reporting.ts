import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import type { Context } from "@gatepost/domain/context";
import { repeat } from "@gatepost/domain/repeat";
import { claimReportEmails, type ReportEmail } from "@gatepost/domain/report-email/claim-report-emails";
import { getReport } from "@gatepost/domain/report-email/get-report";
import { planReports } from "@gatepost/domain/report-email/plan-reports";
import { sendOnce } from "@gatepost/domain/report-email/send-once";
import { reportToken } from "@gatepost/domain/report-email/unsubscribe";
import { writeView } from "../portal/report/view.ts";
import { authSettings } from "../server/auth-settings.ts";
import { logFault } from "../server/fault.ts";
import { sendMail } from "../server/mail.ts";
import { reportText } from "./report-text.ts";

interface Reporting {
  ctx: Context<{ kind: "system" }>;
  clock: Pick<ServiceClock, "next">;
  signal: AbortSignal;
}

/**
 * Sends the reports by email that are due, until the signal is aborted, a limited number at each tick of the service. Every web
 * process does; the database decides which one sends a report. An installation without a mail server sends none. Never rejects.
 */
export function keepReporting({ ctx, clock, signal }: Reporting): Promise<void> {
  const round = async () => {
    const { reportsDue } = await clock.next(signal);
    const { mail, origin } = authSettings();
    if (!reportsDue || !mail || !origin || signal.aborted) return 0;
    await planReports({ ctx });
    const emails = await claimReportEmails({ ctx });
    await Promise.all(emails.map((email) => send(ctx, email, origin)));
    return 0;
  };
  return repeat(round, { signal, onFault: (error) => logFault("reports not sent", error) });
}

/** A report whose figures cannot be read is claimed again two minutes later. */
async function send(ctx: Context, email: ReportEmail, origin: string): Promise<void> {
  try {
    const { softId, period, timezone } = email;
    const report = await getReport({ ctx, input: { softId, timezone, ...period } });
    const links = {
      dashboard: `${origin}/dashboard/apps/${softId}${viewOf(email)}`,
      unsubscribe: `${origin}/email/reports/${reportToken(ctx, email)}`,
    };
    const text = reportText(email, report, links);
    await sendOnce({ ctx, input: { email, send: () => attempt(() => sendMail(text)) } });
  } catch (error) {
    logFault("report email", error);
  }
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

function viewOf({ period, timezone }: ReportEmail): string {
  const shown = { by: null, hidden: [], compare: null, form: "bars" as const, point: null };
  return writeView({ mode: "errors", range: "custom", ...period, timezone, ...shown });
}
