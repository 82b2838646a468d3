import { hostName, isLoopbackName } from "@gatepost/domain/platform/settings";
import { authSettings } from "../settings.ts";

/** Headers of fetch, or a reader of node:http's. */
type Sent = Pick<Headers, "get">;

/**
 * The site's origin for the browser that sent these headers: GATEPOST_ORIGIN, otherwise the loopback name and port in
 * them. Forwarded host and scheme are ignored, because anybody can send them.
 */
export function originOf(headers: Sent): string {
  const fixed = authSettings().origin;
  if (fixed) return fixed;
  const host = headers.get("host");
  return isLoopbackName(hostName(host)) ? new URL(`http://${host}`).origin : "http://localhost";
}

/** Whether pages, tRPC and authentication are served under the host in these headers. */
export function isSiteHost(headers: Sent): boolean {
  const name = hostName(headers.get("host"));
  const { origin } = authSettings();
  // Loopback names too: a proxy on this machine may use one, and no name server can make one resolve to this machine.
  return isLoopbackName(name) || (origin !== undefined && name === hostName(new URL(origin).host));
}

/** Whether a request that changes something comes from a page of this site. Browsers send Origin with every POST. */
export function isSameOrigin(headers: Sent): boolean {
  const from = headers.get("sec-fetch-site");
  return headers.get("origin") === originOf(headers) && (from === null || from === "same-origin");
}

/**
 * Whether a browser says that it follows a link of another site, or an address that somebody gave it, rather than a
 * link of this site. Over plain HTTP browsers only send the Referer, and programs send nothing; requests without any
 * sign are trusted.
 */
export function comesFromElsewhere(headers: Sent): boolean {
  const from = headers.get("sec-fetch-site");
  if (from !== null) return from !== "same-origin";
  const referer = headers.get("referer");
  return referer !== null && URL.parse(referer)?.origin !== originOf(headers);
}

/** Two years in which browsers connect by TLS only, even if somebody on the network interferes. */
const strict = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

/** The transport headers of responses: none over plain HTTP, where browsers ignore them. */
export function transportSecurity(): Record<string, string> {
  return authSettings().origin?.startsWith("https:") ? strict : {};
}
