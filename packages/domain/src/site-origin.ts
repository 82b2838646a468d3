import type { Environment } from "./settings.ts";

/**
 * GATEPOST_ORIGIN: where browsers find the site. Undefined: on this machine alone, under its loopback names. Throws one
 * sentence that says what to set, also where HOST lets other machines in: any name could lead them here, so that
 * somebody has to say which one is the site's (docs/security.md, "Names of the site").
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

/** The name in a Host header, as the URL standard writes it, without port and final dot. Undefined for what is no host. */
export function hostName(host: string | null | undefined): string | undefined {
  if (!host || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, "");
}

/** Whether a name as `hostName` gives it leads to the machine itself, whatever any name server says. */
export function isLoopbackName(name: string | undefined): boolean {
  return name !== undefined && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(name);
}
