import type { AlertKind, Finding } from "@gatepost/domain/notifications/alerts";
import type { AlertEmail } from "@gatepost/domain/notifications/claim-emails";
import { percent, whole } from "../format/numbers.ts";
import { moment } from "../format/time.ts";
import { composeEmail, type Email } from "./mail.ts";

interface AlertLinks {
  /** The dashboard with the chart of a figure. */
  chart: (kind: AlertKind) => string;
  unsubscribe: string;
}

/** What a finding is called when its alert begins, when it is over, and in a test. */
const titles: Record<AlertKind, { alert: string; over: string; name: string }> = {
  error_rate: { alert: "More tasks fail than normal", over: "Task failures are back to normal", name: "Failed tasks" },
  no_tasks: { alert: "No tasks for 24 hours", over: "There are tasks again", name: "Tasks" },
  no_views: { alert: "No page views for 24 hours", over: "There are page views again", name: "Page views" },
};

/** The email about alerts that began or are over. A test says what is compared now. */
export function alertText(email: AlertEmail, findings: readonly Finding[], links: AlertLinks): Email {
  const { deliveryId, name, at, timezone, to, test } = email;
  const titleOf = ({ kind, state }: Finding) => titles[kind][test ? "name" : state === "alert" ? "alert" : "over"];
  const summary = test ? "what alerts compare" : findings.map(titleOf).join("; ");
  const begins = !test && findings.some(({ state }) => state === "alert");
  const paragraphs = [
    test
      ? `A test of the alerts about ${name}. These are the figures of the 24 hours until ${moment(at, timezone)}, and what is normal.`
      : `${name}, in the 24 hours until ${moment(at, timezone)}:`,
    ...findings.map((finding) => [
      titleOf(finding),
      `${figureText(finding)} ${normalText(finding)}`,
      links.chart(finding.kind),
    ]),
  ];
  if (begins) paragraphs.push("You will get another email when this is over, and none until then.");
  return composeEmail({
    to,
    subject: `${test ? "Test: " : ""}${name}: ${summary}`,
    paragraphs,
    list: { what: "alerts", unsubscribe: links.unsubscribe, name: `report-${deliveryId}` },
  });
}

function figureText({ kind, value, total }: Finding): string {
  if (kind === "error_rate")
    return total === 0
      ? "No task was accepted, and none failed."
      : `${whole(value)} of ${count(total, "task")} failed: ${percent(value / total)}.`;
  return kind === "no_tasks" ? `${count(value, "task")}.` : `${count(value, "page view")}.`;
}

function normalText({ kind, state, low, high }: Finding): string {
  if (state === "unknown") return "There is too little data to say what is normal.";
  if (kind === "error_rate") return `Normal is ${range(percent(low), percent(high))}, as in the 28 days before.`;
  return `Normal is ${range(whole(low), whole(high))}, as in the same 24 hours of the four weeks before.`;
}

const range = (low: string, high: string) => (low === high ? low : `${low} to ${high}`);

const count = (n: number, noun: string) => `${n === 0 ? "No" : whole(n)} ${noun}${n === 1 ? "" : "s"}`;
