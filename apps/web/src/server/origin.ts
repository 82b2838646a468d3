import { authSettings } from "./auth-settings.ts";

/** Headers of fetch, or what reads those of node:http. */
type Sent = Pick<Headers, "get">;

/** What no browser sends is not repeated in links, nor handed on. */
const host = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Where the browser that sent these headers sees the site. */
export function originOf(headers: Sent): string {
  const fixed = authSettings().origin;
  if (fixed) return fixed;
  const secure = headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
  const origin = `${secure ? "https" : "http"}://${headers.get("host") ?? "localhost"}`;
  return host.test(origin) && URL.canParse(origin) ? origin : "http://localhost";
}

/** Whether a request that changes something comes from a page of this very site. Browsers send Origin with every POST. */
export function isSameOrigin(headers: Sent): boolean {
  const from = headers.get("sec-fetch-site");
  return headers.get("origin") === originOf(headers) && (from === null || from === "same-origin");
}

/** Two years: from then on browsers come by TLS only, also where somebody on the way would rather not. */
const strict = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

/** What answers say about transport: nothing over plain HTTP, where browsers would not heed it. */
export function transportSecurity(headers: Sent): Record<string, string> {
  return originOf(headers).startsWith("https:") ? strict : {};
}
