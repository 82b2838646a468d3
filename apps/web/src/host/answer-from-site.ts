import type { IncomingMessage, ServerResponse } from "node:http";
import { withinMemory } from "../server/large-bodies.ts";
import type { ApiDependencies } from "../server/receive-call.ts";
import { type Answer, failureOf, transportFailure } from "../server/wire-errors.ts";
import { withWholeBody } from "./bodies.ts";
import type { Site } from "./next-site.ts";
import { renderPage } from "./page-outage.ts";
import { sendPlainPage } from "./plain-page.ts";
import { sendAnswer } from "./send-answer.ts";
import { siteBodyBytes } from "./site-body-bytes.ts";
import { asksForPage, isDatabaseUnavailable, sendUnavailablePage } from "./unavailable-page.ts";

/** Whatever is posted to an address for inbound codes, so that nothing can be probed. */
const inboundAnswer: Answer = { status: 204, headers: { "cache-control": "no-store" }, body: "" };

/** Answers what Next.js serves, with the whole body in memory and whether or not the database is available. */
export async function answerFromSite(
  request: IncomingMessage,
  response: ServerResponse,
  { app, limiter, site }: Pick<ApiDependencies, "app" | "limiter"> & { site: Site },
): Promise<void> {
  // Next.js can only answer 500 for a page that fails, so pages are answered before it while the database is
  // unavailable.
  const isPage = asksForPage(request);
  if (isPage && (await isDatabaseUnavailable(app))) return sendUnavailablePage(request, response);
  const isInbound = request.url?.startsWith("/inbound/") ?? false;
  let whole: IncomingMessage | undefined;
  try {
    whole = await withWholeBody(request, await siteBodyBytes(request, { app, limiter }));
  } catch (error) {
    const refusal = failureOf(error);
    // No response if the client disconnected, which is not an error.
    return refusal ? sendAnswer(response, refusal) : void response.destroy();
  }
  if (!whole && request.url?.startsWith("/answer/")) return sendTooLargePage(request, response);
  if (!whole) return sendAnswer(response, isInbound ? inboundAnswer : transportFailure("bodyTooLarge"));
  const received = whole;
  const render = () => site(received, response);
  const respond = () => (isPage ? renderPage(received, response, render) : render());
  await withinMemory(Number(request.headers["content-length"] ?? 0), respond).catch((error: unknown) => {
    const refusal = failureOf(error);
    if (!refusal || response.headersSent) throw error;
    sendAnswer(response, refusal);
  });
}

/** For a person who answers with a file. */
function sendTooLargePage(request: IncomingMessage, response: ServerResponse): void {
  sendPlainPage(request, response, {
    status: 413,
    title: "The file is too large",
    body: '<p>Nothing was sent. Choose a smaller file.</p><p><a href="">Back to the question</a></p>',
    headers: { "referrer-policy": "same-origin" },
  });
}
