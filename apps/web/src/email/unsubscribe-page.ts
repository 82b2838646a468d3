import type { AppContext } from "@gatepost/domain/context";
import { findSubscription, unsubscribe } from "@gatepost/domain/email-address/unsubscribe";
import { answerPage } from "../answer/answer-page.ts";
import { html } from "../answer/html.ts";
import { brokenLink } from "../answer/message-pages.ts";

/** The page of the link that ends the emails to an address. Changes nothing. */
export async function showUnsubscribePage(app: AppContext, token: string): Promise<Response> {
  const found = await findSubscription(app, token);
  if (!found) return linkDoesNotWork();
  return answerPage(
    "End these emails",
    html`<p class="who">${found.account}</p>
<h1>End the emails to ${found.email}?</h1>
<p>You will get no more emails when a task of ${found.account} waits for a value, and no more reports or alerts from it.</p>
<form method="post"><button>End these emails</button></form>`,
  );
}

export async function endSubscription(app: AppContext, token: string): Promise<Response> {
  if (!(await unsubscribe(app, token))) return linkDoesNotWork();
  return answerPage(
    "Emails ended",
    html`<h1>You will get no more of these emails</h1>
<p role="status">You can close this page. The account can ask you again, and then you can decide again.</p>`,
  );
}

/** For a link that is unknown, or whose address was removed: always the same. */
const linkDoesNotWork = () =>
  brokenLink("The address was removed and gets no more emails, or a newer email has a link that works.");
