import { type Mode, modeRecords, modes } from "@gatepost/contract/modes";
import { type AlertKind, type Finding, getAlert } from "@gatepost/domain/notifications/alerts";
import type { AlertEmail, ReportEmail } from "@gatepost/domain/notifications/claim-emails";
import { linkToken } from "@gatepost/domain/notifications/email-links";
import { getReport, type Report } from "@gatepost/domain/notifications/report-emails";
import type { ReportPeriod } from "@gatepost/domain/notifications/report-schedule";
import type { Context } from "@gatepost/domain/platform/context";
import { addDays, localDay } from "@gatepost/domain/statistics/days";
import { formatOf, percent, whole } from "../format/numbers.ts";
import { moment, spanName } from "../format/time.ts";
import { changeText } from "../report/labels.ts";
import { writeView } from "../report/view.ts";
import { composeEmail, type Email, inText } from "./mail.ts";

/** The email with a report: the figures of the dashboard as they are now, in its words. */
export async function writeReport(ctx: Context, email: ReportEmail, origin: string): Promise<Email> {
  const { deliveryId, softId, about, period, timezone, to } = email;
  const name = inText(email.name);
  const report = await getReport({ ctx, input: { softId, timezone, ...period } });
  const days = spanName(period);
  return composeEmail({
    to,
    subject: `${name}, ${days}`,
    paragraphs: [
      `The ${about} report about ${name}: ${days} (${timezone})`,
      ...(report.empty ? ["Nothing was counted on these days."] : figureParagraphs(report)),
      `The dashboard for these days: ${origin}/dashboard/apps/${softId}${viewOf({ ...period, timezone })}`,
    ],
    list: { what: "reports", unsubscribe: unsubscribeLink(ctx, email, origin), name: `report-${deliveryId}` },
  });
}

const chartModes: Record<AlertKind, Mode> = { error_rate: "errors", no_tasks: "errors", no_views: "views" };

export async function writeAlert(ctx: Context, email: AlertEmail, origin: string): Promise<Email> {
  const { softId, at, timezone } = email;
  const findings = await getAlert({ ctx, input: email });
  const to = localDay(at.getTime(), timezone);
  const days = { from: addDays(to, -28), to, timezone };
  return alertText(email, findings, {
    chart: (kind) => `${origin}/dashboard/apps/${softId}${viewOf(days, chartModes[kind])}`,
    unsubscribe: unsubscribeLink(ctx, email, origin),
  });
}

const unsubscribeLink = (ctx: Context, { subscriptionId: id, accountId }: ReportEmail | AlertEmail, origin: string) =>
  `${origin}/email/reports/${linkToken(ctx, { id, accountId, purpose: "end reports" })}`;

function viewOf(days: ReportPeriod & { timezone: string }, mode: Mode = "errors"): string {
  const shown = { by: null, hidden: [], compare: null, form: "bars" as const, point: null };
  return writeView({ mode, range: "custom", ...days, ...shown });
}

function figureParagraphs({ figures, failed, errors, comparedWith, comparable }: Report): (string | string[])[] {
  const comparison = { comparable, empty: false, unfinishedDay: false };
  const line = (label: string, figure: typeof failed, show: (value: number) => string) => {
    const change = comparable ? changeText(figure, comparison, show) : "";
    return `${label}: ${show(figure.total)}${change && `, ${change}`}`;
  };
  const lines = modes.map((mode) => line(modeRecords[mode].name, figures[mode], formatOf(mode)));
  lines.splice(1, 0, line("Failed", failed, whole));
  const paragraphs: (string | string[])[] = [
    lines,
    comparable
      ? `Compared with ${spanName(comparedWith)}.`
      : "There is nothing to compare with, because the application is newer than the previous period.",
  ];
  if (errors.length > 0)
    paragraphs.push(["Most frequent errors:", ...errors.map(({ code, count }) => `${code}: ${whole(count)}`)]);
  return paragraphs;
}

interface AlertLinks {
  /** The dashboard with the chart of a figure. */
  chart: (kind: AlertKind) => string;
  unsubscribe: string;
}

/** What a finding is called when its alert begins, and when it is over. */
const titles: Record<AlertKind, { alert: string; over: string }> = {
  error_rate: { alert: "More tasks fail than normal", over: "Task failures are back to normal" },
  no_tasks: { alert: "No tasks for 24 hours", over: "There are tasks again" },
  no_views: { alert: "No page views for 24 hours", over: "There are page views again" },
};

/** The email about alerts that began or are over. */
export function alertText(email: AlertEmail, findings: readonly Finding[], links: AlertLinks): Email {
  const { deliveryId, at, timezone, to } = email;
  const name = inText(email.name);
  const titleOf = ({ kind, state }: Finding) => titles[kind][state === "alert" ? "alert" : "over"];
  const paragraphs = [
    `${name}, in the 24 hours until ${moment(at, timezone)}:`,
    ...findings.map((finding) => [
      titleOf(finding),
      `${figureText(finding)} ${normalText(finding)}`,
      links.chart(finding.kind),
    ]),
  ];
  if (findings.some(({ state }) => state === "alert"))
    paragraphs.push("You will get another email when this is over, and none until then.");
  return composeEmail({
    to,
    subject: `${name}: ${findings.map(titleOf).join("; ")}`,
    paragraphs,
    list: { what: "alerts", unsubscribe: links.unsubscribe, name: `report-${deliveryId}` },
  });
}

function figureText({ kind, value, total }: Finding): string {
  if (kind === "error_rate")
    return `${whole(value)} of ${count(total, "task")} failed: ${percent(total === 0 ? 0 : value / total)}.`;
  return kind === "no_tasks" ? `${count(value, "task")}.` : `${count(value, "page view")}.`;
}

function normalText({ kind, low, high }: Finding): string {
  if (kind === "error_rate") return `Normal is ${range(percent(low), percent(high))}, as in the 28 days before.`;
  return `Normal is ${range(whole(low), whole(high))}, as in the same 24 hours of the four weeks before.`;
}

const range = (low: string, high: string) => (low === high ? low : `${low} to ${high}`);

const count = (n: number, noun: string) => `${n === 0 ? "No" : whole(n)} ${noun}${n === 1 ? "" : "s"}`;
