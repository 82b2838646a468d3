import { type Mode, modes } from "@gatepost/contract/modes";
import { type AlertKind, getAlert, planAlerts } from "@gatepost/domain/notifications/alerts";
import {
  type AlertEmail,
  claimReportEmails,
  getReport,
  planReports,
  type Report,
  type ReportEmail,
  sendOnce,
} from "@gatepost/domain/notifications/report-emails";
import type { ReportPeriod } from "@gatepost/domain/notifications/report-schedule";
import { reportToken } from "@gatepost/domain/notifications/report-subscriptions";
import type { Context } from "@gatepost/domain/platform/context";
import type { ServiceClock } from "@gatepost/domain/platform/service-clock";
import { repeat } from "@gatepost/domain/platform/unavailable";
import { addDays, localDay } from "@gatepost/domain/statistics/days";
import { seriesNames } from "@gatepost/presenters/stats";
import { dollarsOfCents, whole } from "../format/numbers.ts";
import { spanName } from "../format/time.ts";
import { logFault } from "../http/answer.ts";
import { changeText } from "../report/labels.ts";
import { writeView } from "../report/view.ts";
import { authSettings } from "../settings.ts";
import { alertText } from "./alert-text.ts";
import { type Email, listHeaders, sendMail } from "./mail.ts";

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

interface ReportLinks {
  /** The dashboard with the days of the report. */
  dashboard: string;
  unsubscribe: string;
}

/** The email with a report: the figures of the dashboard, in its words. */
function reportText(email: ReportEmail, report: Report, links: ReportLinks): Email {
  const { emailId, kind, name, period, timezone, to, test } = email;
  const days = spanName(period);
  return {
    to,
    subject: `${test ? "Test: " : ""}${name}, ${days}`,
    text: [
      `The ${kind} report about ${name}: ${days} (${timezone})`,
      "",
      ...(report.empty ? ["Nothing was counted on these days."] : figureLines(report)),
      "",
      `The dashboard for these days: ${links.dashboard}`,
      "",
      `End these reports: ${links.unsubscribe}`,
      "",
    ].join("\n"),
    headers: listHeaders(links.unsubscribe, `report-${emailId}`),
  };
}

function figureLines({ figures, failed, errors, comparedWith, comparable }: Report): string[] {
  const comparison = { comparable, empty: false, unfinishedDay: false };
  const line = (label: string, figure: typeof failed, show: (value: number) => string) => {
    const change = comparable ? changeText(figure, comparison, show) : "";
    return `${label}: ${show(figure.total)}${change && `, ${change}`}`;
  };
  const lines = modes.map((mode) =>
    line(seriesNames[mode].name, figures[mode], mode === "money" ? dollarsOfCents : whole),
  );
  lines.splice(1, 0, line("Failed", failed, whole));
  return [
    ...lines,
    "",
    comparable
      ? `Compared with ${spanName(comparedWith)}.`
      : "There is nothing to compare with, because the application is newer than the previous period.",
    ...(errors.length > 0 ? ["", "Most frequent errors:"] : []),
    ...errors.map(({ code, count }) => `${code}: ${whole(count)}`),
  ];
}
