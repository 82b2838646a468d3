import { modes } from "@gatepost/contract/modes";
import type { ReportEmail } from "@gatepost/domain/report-email/claim-report-emails";
import type { Report } from "@gatepost/domain/report-email/get-report";
import { seriesNames } from "@gatepost/presenters/app-stats";
import { dollarsOfCents } from "../format/money.ts";
import { whole } from "../format/number.ts";
import { changeText } from "../portal/report/change-text.ts";
import { spanName } from "../portal/report/span-name.ts";
import type { Email } from "../server/mail.ts";
import { listHeaders } from "./list-headers.ts";

interface ReportLinks {
  /** The dashboard with the days of the report. */
  dashboard: string;
  unsubscribe: string;
}

/** The email with a report: the figures of the dashboard, in its words. */
export function reportText(email: ReportEmail, report: Report, links: ReportLinks): Email {
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
