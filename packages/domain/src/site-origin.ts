import type { Environment } from "./settings.ts";

/**
 * GATEPOST_ORIGIN: where browsers find the site. Undefined: only on this machine, under its loopback names. Throws one
 * sentence that says what to set, also if HOST accepts other machines, because then any name could resolve to this one
 * and the operator must say which is the site's (docs/security.md, "Host names").
 */
export function readSiteOrigin({ HOST: host, GATEPOST_ORIGIN: origin }: Environment): string | undefined {
  if (origin) {
    const url = URL.parse(origin);
    if (url && /^https?:$/.test(url.protocol)) return url.origin;
    throw new Error(`GATEPOST_ORIGIN is "${origin}": give it the site's address, as https://gatepost.example.com.`);
  }
  if (!host || isLoopbackName(hostName(host) ?? hostName(`[${host}]`))) return undefined;
  throw new Error(
    `HOST is ${host}, which other machines can reach: set GATEPOST_ORIGIN to the address that browsers show, ` +
      "as https://gatepost.example.com.",
  );
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
