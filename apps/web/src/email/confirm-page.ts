import type { AppContext } from "@gatepost/domain/context";
import { confirmEmailAddress, findUnconfirmedAddress } from "@gatepost/domain/email-address/confirm-email-address";
import { answerPage } from "../answer/answer-page.ts";
import { html } from "../answer/html.ts";
import { brokenLink } from "../answer/message-pages.ts";

/** The page of a link that confirms an address. Changes nothing: mail scanners fetch it too. */
export async function showConfirmPage(app: AppContext, token: string): Promise<Response> {
  const found = await findUnconfirmedAddress(app, token);
  if (!found) return linkDoesNotWork();
  return answerPage(
    "Confirm your address",
    html`<p class="who">${found.account}</p>
<h1>Get emails when a task waits?</h1>
<p>The account ${found.account} wants to email ${found.email} when one of its tasks waits for a value, such as a code or an
approval. It can also send you reports and alerts about its applications. Each email has a link that stops them.</p>
<form method="post"><button>Yes, send them to ${found.email}</button></form>
<p class="hint">If you do not want them, close this page, and nothing will be sent.</p>`,
  );
}

/** Confirms the address, which a person did by the button of the page. */
export async function confirmAddress(app: AppContext, token: string): Promise<Response> {
  if (!(await confirmEmailAddress(app, token))) return linkDoesNotWork();
  return answerPage(
    "Address confirmed",
    html`<h1>Your address is confirmed</h1><p role="status">You can close this page.</p>`,
  );
}

/** For a link that is unknown, used or expired: always the same. */
const linkDoesNotWork = () =>
  brokenLink(
    "It has already been used, or it is older than three days. If you still want the emails, ask whoever added your " +
      "address for a new link.",
  );
