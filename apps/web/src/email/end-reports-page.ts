import type { AppContext } from "@gatepost/domain/context";
import type { SubscriptionKind } from "@gatepost/domain/report-email/schedule";
import { endReports, findReportSubscription } from "@gatepost/domain/report-email/unsubscribe";
import { answerPage } from "../answer/answer-page.ts";
import { html } from "../answer/html.ts";
import { brokenLink } from "../answer/message-pages.ts";

const names: Record<SubscriptionKind, string> = {
  weekly: "weekly reports",
  monthly: "monthly reports",
  alerts: "alerts",
};

/** The page of the link that ends reports or alerts by email. Changes nothing: mail scanners fetch it too. */
export async function showEndReportsPage(app: AppContext, token: string): Promise<Response> {
  const found = await findReportSubscription(app, token);
  if (!found) return linkDoesNotWork();
  const { name, email, kind } = found;
  return answerPage(
    `End the ${names[kind]}`,
    html`<p class="who">${name}</p>
<h1>End the ${names[kind]} to ${email}?</h1>
<p>You will get no more ${names[kind]} about ${name}, but still any other emails that you asked for.</p>
<form method="post"><button>End the ${names[kind]}</button></form>`,
  );
}

export async function stopReports(app: AppContext, token: string): Promise<Response> {
  if (!(await endReports(app, token))) return linkDoesNotWork();
  return answerPage(
    "Emails ended",
    html`<h1>You will get no more of these emails</h1>
<p role="status">You can close this page. They can be turned on again in the settings of the application.</p>`,
  );
}

/** For a link that is unknown or was used: always the same. */
const linkDoesNotWork = () => brokenLink("These emails have ended already, or a newer email has a link that works.");
