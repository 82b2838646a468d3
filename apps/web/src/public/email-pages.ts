import { confirmEmailAddress, findUnconfirmedAddress } from "@gatepost/domain/notifications/email-addresses";
import { findSubscription, unsubscribe } from "@gatepost/domain/notifications/email-links";
import type { SubscriptionKind } from "@gatepost/domain/notifications/report-schedule";
import { endReports, findReportSubscription } from "@gatepost/domain/notifications/report-subscriptions";
import type { AppContext } from "@gatepost/domain/platform/context";
import { brokenLink } from "./link-messages.ts";
import { answerPage } from "./link-page.ts";

/** The page of a link that confirms an address. Changes nothing: mail scanners fetch it too. */
export async function showConfirmPage(app: AppContext, token: string): Promise<Response> {
  const found = await findUnconfirmedAddress(app, token);
  if (!found) return confirmationLinkIsOver();
  return answerPage("Confirm your address")`<p class="who">${found.account}</p>
<h1>Get emails when a task waits?</h1>
<p>The account ${found.account} wants to email ${found.email} when one of its tasks waits for a value, such as a code or an
approval. It can also send you reports and alerts about its applications. Each email has a link that stops them.</p>
<form method="post"><button>Yes, send them to ${found.email}</button></form>
<p class="hint">If you do not want them, close this page, and nothing will be sent.</p>`;
}

/** Confirms the address, which a person did by the button of the page. */
export async function confirmAddress(app: AppContext, token: string): Promise<Response> {
  if (!(await confirmEmailAddress(app, token))) return confirmationLinkIsOver();
  return answerPage(
    "Address confirmed",
  )`<h1>Your address is confirmed</h1><p role="status">You can close this page.</p>`;
}

/** For a link that is unknown, used or expired: always the same. */
const confirmationLinkIsOver = () =>
  brokenLink(
    "It has already been used, or it is older than three days. If you still want the emails, ask the person who added your " +
      "address for a new link.",
  );

/** The page of the link that ends the emails to an address. Changes nothing. */
export async function showUnsubscribePage(app: AppContext, token: string): Promise<Response> {
  const found = await findSubscription(app, token);
  if (!found) return unsubscribeLinkIsOver();
  return answerPage("End these emails")`<p class="who">${found.account}</p>
<h1>End the emails to ${found.email}?</h1>
<p>You will get no more emails when a task of ${found.account} waits for a value, and no more reports or alerts from it.</p>
<form method="post"><button>End these emails</button></form>`;
}

export async function endSubscription(app: AppContext, token: string): Promise<Response> {
  if (!(await unsubscribe(app, token))) return unsubscribeLinkIsOver();
  return answerPage("Emails ended")`<h1>You will get no more of these emails</h1>
<p role="status">You can close this page. The account can ask you again, and then you can decide again.</p>`;
}

/** For a link that is unknown, or whose address was removed: always the same. */
const unsubscribeLinkIsOver = () =>
  brokenLink("The address was removed and gets no more emails, or a newer email has a link that works.");

const names: Record<SubscriptionKind, string> = {
  weekly: "weekly reports",
  monthly: "monthly reports",
  alerts: "alerts",
};

/** The page of the link that ends reports or alerts by email. Changes nothing: mail scanners fetch it too. */
export async function showEndReportsPage(app: AppContext, token: string): Promise<Response> {
  const found = await findReportSubscription(app, token);
  if (!found) return reportsLinkIsOver();
  const { name, email, kind } = found;
  return answerPage(`End the ${names[kind]}`)`<p class="who">${name}</p>
<h1>End the ${names[kind]} to ${email}?</h1>
<p>You will get no more ${names[kind]} about ${name}, but still any other emails that you asked for.</p>
<form method="post"><button>End the ${names[kind]}</button></form>`;
}

export async function stopReports(app: AppContext, token: string): Promise<Response> {
  if (!(await endReports(app, token))) return reportsLinkIsOver();
  return answerPage("Emails ended")`<h1>You will get no more of these emails</h1>
<p role="status">You can close this page. They can be turned on again in the settings of the application.</p>`;
}

/** For a link that is unknown or was used: always the same. */
const reportsLinkIsOver = () => brokenLink("These emails have ended already, or a newer email has a link that works.");
