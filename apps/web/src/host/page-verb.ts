import type { IncomingMessage, ServerResponse } from "node:http";
import { isProgramPath } from "../server/unknown-method.ts";
import { sendPlainPage } from "./plain-page.ts";

/**
 * Whether a request asks a page for more than reading it. The site has no server actions, which is what Next.js would take
 * such a request for: it logs a stack trace for each unknown action.
 */
export function changesPage({ method = "", url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return !["GET", "HEAD", "OPTIONS"].includes(method) && !isProgramPath(path) && !path.startsWith("/api/");
}

/** A browser comes here only with a form that was sent before the page's script was there. */
export function refusePageVerb(request: IncomingMessage, response: ServerResponse): void {
  sendPlainPage(request, response, {
    status: 405,
    title: "The page was not ready yet",
    body: "<p>Nothing was changed. Go back, reload the page and try again.</p>",
    headers: { allow: "GET, HEAD, OPTIONS" },
  });
}
