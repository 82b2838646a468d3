import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "@gatepost/domain/context";
import { type Answer, failureOf, transportFailure } from "../server/wire-errors.ts";
import { withWholeBody } from "./bodies.ts";
import type { Site } from "./next-site.ts";
import { renderPage } from "./page-outage.ts";
import { sendAnswer } from "./send-answer.ts";
import { asksForPage, isDatabaseUnavailable, sendUnavailablePage } from "./unavailable-page.ts";

/** Whatever is posted to an address for inbound codes, so that nothing can be probed. */
const inboundAnswer: Answer = { status: 204, headers: { "cache-control": "no-store" }, body: "" };

/** Answers what Next.js serves, with the whole body in memory and whether or not the database is available. */
export async function answerFromSite(
  request: IncomingMessage,
  response: ServerResponse,
  { app, site }: { app: AppContext; site: Site },
): Promise<void> {
  // Next.js can only answer 500 for a page that fails, so pages are answered before it while the database is
  // unavailable.
  const isPage = asksForPage(request);
  if (isPage && (await isDatabaseUnavailable(app))) return sendUnavailablePage(request, response);
  const isInbound = request.url?.startsWith("/inbound/") ?? false;
  let whole: IncomingMessage | undefined;
  try {
    whole = await withWholeBody(request, isInbound ? limits.inboundBytes : limits.bodyBytes);
  } catch (error) {
    const refusal = failureOf(error);
    // No response if the client disconnected, which is not an error.
    return refusal ? sendAnswer(response, refusal) : void response.destroy();
  }
  if (!whole) return sendAnswer(response, isInbound ? inboundAnswer : transportFailure("bodyTooLarge"));
  if (isPage) await renderPage(whole, response, () => site(whole, response));
  else await site(whole, response);
}
