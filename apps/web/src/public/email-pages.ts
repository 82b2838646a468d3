import { confirmEmailAddress, findUnconfirmedAddress } from "@gatepost/domain/notifications/email-addresses";
import { findSubscription, unsubscribe } from "@gatepost/domain/notifications/email-links";
import type { SubscriptionKind } from "@gatepost/domain/notifications/report-schedule";
import { endReports, findReportSubscription } from "@gatepost/domain/notifications/report-subscriptions";
import type { AppContext } from "@gatepost/domain/platform/context";
import { brokenLink, tokenPage } from "./link-messages.ts";
import { answerPage } from "./link-page.ts";

interface EmailLink<Found> {
  find: (app: AppContext, token: string) => Promise<Found | null>;
  /** Returns whether the link worked. */
  act: (app: AppContext, token: string) => Promise<unknown>;
  ask: (found: Found) => Response;
  done: () => Response;
  /** Why the link may not work: always the same, whatever became of it. */
  over: string;
}

/**
 * The handlers of a link in an email. GET shows a page with a button, and changes nothing: mail scanners fetch it too. POST comes from
 * that button, or from a mail program by the header List-Unsubscribe-Post (RFC 8058).
 */
function emailLink<Found>({ find, act, ask, done, over }: EmailLink<Found>) {
  return tokenPage(
    async (app, token) => {
      const found = await find(app, token);
      return found ? ask(found) : brokenLink(over);
    },
    async (app, token) => ((await act(app, token)) ? done() : brokenLink(over)),
  );
}

/** Confirms an address. */
export const confirmLink = emailLink({
  find: findUnconfirmedAddress,
  act: confirmEmailAddress,
  ask: ({ account, email }) => answerPage("Confirm your address")`<p class="who">${account}</p>
<h1>Get emails when a task waits?</h1>
<p>The account ${account} wants to email ${email} when one of its tasks waits for a value, such as a code or an
approval. It can also send you reports and alerts about its applications. Each email has a link that stops them.</p>
<form method="post"><button>Yes, send them to ${email}</button></form>
<p class="hint">If you do not want them, close this page, and nothing will be sent.</p>`,
  done: () => answerPage("Address confirmed")`<h1>Your address is confirmed</h1>
<p role="status">You can close this page.</p>`,
  over:
    "It has already been used, or it is older than three days. If you still want the emails, ask the person who added your " +
    "address for a new link.",
});

/** Ends all emails to an address. */
export const unsubscribeLink = emailLink({
  find: findSubscription,
  act: unsubscribe,
  ask: ({ account, email }) => answerPage("End these emails")`<p class="who">${account}</p>
<h1>End the emails to ${email}?</h1>
<p>You will get no more emails when a task of ${account} waits for a value, and no more reports or alerts from it.</p>
<form method="post"><button>End these emails</button></form>`,
  done: () => answerPage("Emails ended")`<h1>You will get no more of these emails</h1>
<p role="status">You can close this page. The account can ask you again, and then you can decide again.</p>`,
  over: "The address was removed and gets no more emails, or a newer email has a link that works.",
});

const names: Record<SubscriptionKind, string> = {
  weekly: "weekly reports",
  monthly: "monthly reports",
  alerts: "alerts",
};

/** Ends the reports or alerts about an application. */
export const reportsLink = emailLink({
  find: findReportSubscription,
  act: endReports,
  ask: ({ name, email, kind }) => answerPage(`End the ${names[kind]}`)`<p class="who">${name}</p>
<h1>End the ${names[kind]} to ${email}?</h1>
<p>You will get no more ${names[kind]} about ${name}, but still any other emails that you asked for.</p>
<form method="post"><button>End the ${names[kind]}</button></form>`,
  done: () => answerPage("Emails ended")`<h1>You will get no more of these emails</h1>
<p role="status">You can close this page. They can be turned on again in the settings of the application.</p>`,
  over: "These emails have ended already, or a newer email has a link that works.",
});
