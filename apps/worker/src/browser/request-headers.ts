import type { Request } from "playwright";

/** What signs in, at the site or at our own proxy. */
const secret = new Set(["authorization", "cookie", "proxy-authorization"]);

/** The headers that a browser really sent, by lower-case name, without what signs in and without HTTP/2's own fields. */
export async function readRequestHeaders(request: Request | undefined): Promise<Record<string, string>> {
  const headers = (await request?.allHeaders()) ?? {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":") && !secret.has(name)));
}
