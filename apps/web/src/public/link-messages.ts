import type { AppContext } from "@gatepost/domain/platform/context";
import { type Html, html } from "@gatepost/presenters/html";
import { getContainer } from "../opened-container.ts";
import { answerPage } from "./link-page.ts";

const again = html`<p><a class="button" href="">Check again</a></p>`;

/** For a link that does not work. `why` says what may have happened to it. */
export function brokenLink(why: string): Response {
  const title = "This link does not work";
  return answerPage(title, 404)`<h1>${title}</h1>\n<p>${why}</p>`;
}

/** For a link that is unknown, revoked, expired, or whose task has ended: always the same. */
export const noSuchLink = () =>
  brokenLink(
    "Nothing waits for an answer any more, or the link was revoked or has expired. If you have answered, there is nothing left to do; otherwise ask the person who sent it for a new one.",
  );

/** While the task does not wait for the link's variable: not yet, or not at the moment. */
export function nothingToAnswer(requester: Html): Response {
  return answerPage("Nothing to answer now")`<p class="who">${requester}</p>
<h1>Nothing to answer now</h1>
<div data-again><p>The question will appear here as soon as it is asked.</p>
${again}</div>`;
}

/** After an accepted value. When the task has ended, the page says only that it can be closed. */
export function accepted(requester: Html): Response {
  return answerPage("Sent")`<p class="who">${requester}</p>
<h1>Sent. The task continues.</h1>
<div role="status" data-again="You can close this page."><p>If the site asks again, the question appears here.</p>
${again}</div>`;
}

export const declined = (): Response =>
  answerPage("Declined")`<h1>Declined. The task has ended.</h1><p role="status">You can close this page.</p>`;

type Respond = (app: AppContext, token: string, request: Request) => Promise<Response>;
type Handler = (request: Request, segments: { params: Promise<{ token: string }> }) => Promise<Response>;

/** The handlers of a link's route: `show` responds with its page, and `act` does what a person confirmed there. */
export function tokenPage(show: Respond, act: Respond): Record<"GET" | "POST", Handler> {
  const handlerOf =
    (respond: Respond): Handler =>
    async (request, { params }) =>
      respond(getContainer().app, (await params).token, request);
  return { GET: handlerOf(show), POST: handlerOf(act) };
}
