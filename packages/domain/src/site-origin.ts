import { isIP } from "node:net";
import type { Environment } from "./settings.ts";

/** HOST: the address to listen on, or a name for it. Throws one sentence that says what to write instead. */
export function readHost(env: Environment): string {
  const host = env.HOST;
  if (!host) return "127.0.0.1";
  if (isIP(host) || (/^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`))) return host;
  throw new Error(
    `HOST is "${host}": give it an address of this machine without a port, as 127.0.0.1 or ::1, or 0.0.0.0 for all.`,
  );
}

/**
 * GATEPOST_ORIGIN: where browsers find the site. Undefined: only on this machine, under its loopback names. Throws one
 * sentence that says what to set, also if HOST accepts other machines, because then any name could resolve to this one
 * and the operator must say which is the site's (docs/security-measures.md, "Host names").
 */
export function readSiteOrigin(env: Environment): string | undefined {
  const host = readHost(env);
  const { GATEPOST_ORIGIN: origin } = env;
  if (origin) {
    const url = URL.parse(origin);
    // A path would be lost without notice: the site is served at the root of its host.
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    throw new Error(
      `GATEPOST_ORIGIN is "${shownOrigin(origin)}": give it the site's address without a path, as https://gatepost.example.com.`,
    );
  }
  if (isLoopbackName(hostName(host) ?? hostName(`[${host}]`))) return undefined;
  throw new Error(
    `HOST is ${host}, which other machines can reach: set GATEPOST_ORIGIN to the address that browsers show, ` +
      "as https://gatepost.example.com.",
  );
}

/** For messages, without the password that an address can have. */
function shownOrigin(origin: string): string {
  return origin.replace(/\/\/[^/]*@/, "//…@");
}

/** The name in a Host header in the URL standard's spelling, without port and final dot. Undefined if it is not a host. */
export function hostName(host: string | null | undefined): string | undefined {
  if (!host || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, "");
}

/** Whether a name, as returned by `hostName`, always means the machine itself, whatever a name server says. */
export function isLoopbackName(name: string | undefined): boolean {
  return name !== undefined && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(name);
}
