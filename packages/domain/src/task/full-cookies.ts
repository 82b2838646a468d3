import type { BrowserSettings } from "@gatepost/contract/browser-settings";
import { DomainError } from "../errors.ts";
import { isPublicSuffix, readHostName } from "../host-name.ts";
import type { FullCookie } from "./solution.ts";

/** The cookies that createTask gets, with the defaults of a page at websiteURL. ERROR_BAD_REQUEST for a domain that is none. */
export function fullCookies(cookies: NonNullable<BrowserSettings["cookies"]>, websiteUrl: string): FullCookie[] {
  const { hostname, protocol } = new URL(websiteUrl);
  return cookies.map((cookie, index) => ({
    name: cookie.name,
    value: cookie.value,
    domain: cookie.domain ? readDomain(cookie.domain, index, hostname) : hostname,
    path: cookie.path ?? "/",
    expires: cookie.expires ?? -1,
    httpOnly: cookie.httpOnly ?? false,
    secure: cookie.secure ?? protocol === "https:",
    sameSite: cookie.sameSite ?? "Lax",
  }));
}

/** A browser would make some host of anything, without an error, and its pages would lack the cookie. */
function readDomain(given: string, index: number, websiteHost: string): string {
  // A dot before it includes subdomains.
  const [, dot = "", text = ""] = /^(\.?)(.*)$/.exec(given.trim()) ?? [];
  const host = readHostName(text);
  const property = `task.cookies[${index}].domain`;
  if (host === undefined)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `${property} must be a host name, such as bank.example or .bank.example, without a scheme, port or path.`,
    );
  // A page at the suffix itself has cookies, which are its own alone (RFC 6265, section 5.3, step 5).
  if (isPublicSuffix(host) && host !== websiteHost)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `${property} is ${host}, below which everybody can register a name, so that browsers do not send its cookies to sites below it. Write the site's own domain, such as example.${host}.`,
    );
  return `${dot}${host}`;
}
