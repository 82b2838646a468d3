import type { IncomingMessage } from "node:http";
import { type Answer, failure } from "../server/wire-errors.ts";

/** Headers by which a proxy may pass on the original host, and which anybody can forge. Next.js would trust them. */
const forwarded = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

/**
 * Normalises host and path, which HTTP allows to be expressed in several ways (RFC 9112, section 3.2): an authority in
 * the request target replaces the Host header, several leading slashes become one, and forwarded host headers are
 * dropped. Returns the response to a request whose host or path is ambiguous or malformed, otherwise undefined.
 */
export function settleTarget(request: IncomingMessage): Answer | undefined {
  const hosts = countHosts(request);
  if (hosts > 1) return unclear("The request has several Host headers.");
  if (hosts === 0 && request.httpVersion === "1.1") return unclear("The request has no Host header.");
  for (const name of forwarded) if (request.headers[name] !== undefined) delete request.headers[name];
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "") ?? [];
  if (authority !== undefined) {
    request.headers.host = authority;
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
  }
  // From a base URL that ends with a slash. A redirect would drop a proxy's path prefix.
  request.url = request.url?.replace(/^\/{2,}/, "/");
  if (!request.url?.startsWith("/")) return unclear("The request target is neither a path nor an http URL.");
  return isDecodable(request.url) ? undefined : unclear("The path has malformed percent-encoding.");
}

/** Reads the headers as they were received, because Node.js makes `headersDistinct` of all of them. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === "host").length;
}

/** Whether the path's percent-encoding is valid UTF-8. Next.js would answer others with status 500. */
function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function unclear(sentence: string): Answer {
  return failure("ERROR_BAD_REQUEST", sentence, { status: 400 });
}
