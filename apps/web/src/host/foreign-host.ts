import type { IncomingMessage, ServerResponse } from "node:http";
import { isSiteHost } from "../server/origin.ts";
import { securityHeaders } from "../server/security-headers.ts";
import { isProgramPath } from "../server/unknown-method.ts";
import { failure } from "../server/wire-errors.ts";
import { sendPlainPage } from "./plain-page.ts";
import { asksForPage } from "./unavailable-page.ts";

/** Misdirected Request (RFC 9110, section 15.5.20). */
const status = 421;

const sentence =
  "This Gatepost does not serve its pages under the name that the request was sent to. Set GATEPOST_ORIGIN to the " +
  "address that browsers show, and let a proxy in between pass on the Host header.";

/**
 * Whether a request for anything but the JSON methods names a host that is not the site's. Otherwise a page whose name
 * was made to resolve to this machine (DNS rebinding) could sign up and create keys here. Everything but the listed
 * paths is refused, so that no spelling of a path avoids the check.
 */
export function isForeignHost({ url = "", headers }: IncomingMessage): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return !isProgramPath(path) && !isSiteHost({ get: (name) => headers[name]?.toString() ?? null });
}

export function refuseForeignHost(request: IncomingMessage, response: ServerResponse): void {
  if (asksForPage(request)) {
    const title = "This is not the address of this site";
    sendPlainPage(request, response, { status, title, body: `<p>${sentence}</p>` });
  } else {
    const { headers, body } = failure("ERROR_ACCESS_DENIED", sentence, { status });
    response.writeHead(status, { ...securityHeaders, ...headers }).end(body);
  }
}
