import { hostName, isLoopbackName } from "@gatepost/domain/site-origin";
import { authSettings } from "./auth-settings.ts";

/** Headers of fetch, or what reads those of node:http. */
type Sent = Pick<Headers, "get">;

/**
 * Where the browser that sent these headers sees the site: GATEPOST_ORIGIN, else the loopback name and port that it
 * names. What proxies say of host and scheme is not read, since anybody can say it.
 */
export function originOf(headers: Sent): string {
  const fixed = authSettings().origin;
  if (fixed) return fixed;
  const host = headers.get("host");
  return isLoopbackName(hostName(host)) ? new URL(`http://${host}`).origin : "http://localhost";
}

/** Whether pages, tRPC and authentication answer under the host that these headers name. */
export function isSiteHost(headers: Sent): boolean {
  const name = hostName(headers.get("host"));
  const { origin } = authSettings();
  // Loopback names too: a proxy on this machine may name us by one, and no name server can make one lead here.
  return isLoopbackName(name) || (origin !== undefined && name === hostName(new URL(origin).host));
}

/** Whether a request that changes something comes from a page of this very site. Browsers send Origin with every POST. */
export function isSameOrigin(headers: Sent): boolean {
  const from = headers.get("sec-fetch-site");
  return headers.get("origin") === originOf(headers) && (from === null || from === "same-origin");
}

/**
 * Whether a browser says that it follows a link of another site, or an address that somebody gave it, rather than a link of
 * a page of this one. Over plain HTTP browsers have no word for it but the Referer, and programs say nothing: who says
 * nothing is believed.
 */
export function comesFromElsewhere(headers: Sent): boolean {
  const from = headers.get("sec-fetch-site");
  if (from !== null) return from !== "same-origin";
  const referer = headers.get("referer");
  return referer !== null && URL.parse(referer)?.origin !== originOf(headers);
}

/** Two years: from then on browsers come by TLS only, also where somebody on the way would rather not. */
const strict = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

/** What answers say about transport: nothing over plain HTTP, where browsers would not heed it. */
export function transportSecurity(): Record<string, string> {
  return authSettings().origin?.startsWith("https:") ? strict : {};
}
