import type { Request } from "playwright";

/** Credentials for the site or for our own proxy. */
const secret = new Set(["authorization", "cookie", "proxy-authorization"]);

/** The headers that a browser actually sent, by lower-case name, without credentials and HTTP/2's own fields. */
export async function readRequestHeaders(request: Request | undefined): Promise<Record<string, string>> {
  const headers = (await request?.allHeaders()) ?? {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":") && !secret.has(name)));
}
