import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type MethodName, methodNames } from "@gatepost/contract/methods";
import { type Answer, failure, hostHeaders, preflightHeaders, transportFailure } from "./answer.ts";
import { isSiteHost } from "./origin.ts";
import { sendRefusal } from "./plain-page.ts";
import { securityHeaders } from "./security-headers.ts";

const reading = ["GET", "HEAD"];
const posting = ["POST"];
const both = [...reading, ...posting];

/**
 * Answers what needs neither a method nor the site: OPTIONS, unknown methods, and HTTP methods that a path does not
 * accept. Next.js would read the whole body first, fail on some HTTP methods, and take any request to a page other than
 * reading it for a server action; the site has none.
 */
export function earlyAnswer(request: IncomingMessage): Answer | undefined {
  const { method = "", url = "", headers } = request;
  const path = url.split("?", 1)[0] ?? "";
  const isMethod = methodPaths.has(path);
  if (method === "POST" && !isMethod) {
    const unknown = unknownMethod(path);
    if (unknown) return unknown;
  }
  const accepted = acceptedOn(path, isMethod);
  if (accepted.includes(method)) return undefined;

  const allow = { allow: [...accepted, "OPTIONS"].join(", ") };
  // Also for unknown methods, because otherwise a page of another site could not read that error.
  const asksToPost = headers["access-control-request-method"] === "POST";
  if (method === "OPTIONS" && (isMethod || (asksToPost && unknownMethod(path))))
    return { status: 204, headers: { ...preflightHeaders, ...allow }, body: "" };
  // It has an answer of its own.
  if (isForeignHost(request)) return undefined;
  if (method === "OPTIONS") return { status: 204, headers: allow, body: "" };
  if (isMethod) return transportFailure("notPost", allow);
  const sentence = `This address accepts only ${accepted.join(", ")} and OPTIONS.`;
  return failure("ERROR_NO_SUCH_METHOD", sentence, { status: 405, headers: allow });
}

/** The HTTP methods of a path, besides OPTIONS. */
function acceptedOn(path: string, isMethod: boolean): readonly string[] {
  if (isMethod || /^\/(?:inbound\/|api\/auth\/|mcp\/?$)/.test(path)) return posting;
  return /^\/(?:api\/trpc|answer|email)\//.test(path) ? both : reading;
}

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
  let { url = "" } = request;
  const [, authority, rest = ""] = (!url.startsWith("/") && /^https?:\/\/([^/?#]*)(.*)$/i.exec(url)) || [];
  if (authority !== undefined) {
    request.headers.host = authority;
    url = rest.startsWith("/") ? rest : `/${rest}`;
  }
  // From a base URL that ends with a slash. A redirect would drop a proxy's path prefix.
  if (url.startsWith("//")) url = url.replace(/^\/+/, "/");
  if (!url.startsWith("/")) return unclear("The request target is neither a path nor an http URL.");
  request.url = url;
  return isDecodable(url) ? undefined : unclear("The path has malformed percent-encoding.");
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

/** Misdirected Request (RFC 9110, section 15.5.20). */
const status = 421;

const sentence =
  "This Gatepost does not serve its pages under the name that the request was sent to. Set GATEPOST_ORIGIN to the " +
  "address that browsers show, and let a proxy in between pass on the Host header.";

/**
 * Whether a request for anything but the JSON methods names a host that is not the site's. Otherwise a page whose name
 * was made to resolve to this machine (DNS rebinding) could sign up and create keys here. Everything but the listed
 * paths is refused, so that no spelling of a path avoids the check.
 */
export function isForeignHost({ url = "", headers }: IncomingMessage): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return !isProgramPath(path) && !isSiteHost({ get: (name) => headers[name]?.toString() ?? null });
}

export function refuseForeignHost(request: IncomingMessage, response: ServerResponse): void {
  const page = { title: "This is not the address of this site", body: `<p>${sentence}</p>` };
  sendRefusal(request, response, failure("ERROR_ACCESS_DENIED", sentence, { status }), page);
}

/** With and without a slash at the end. */
const methodPaths = new Map<string, MethodName>(
  methodNames.flatMap((name) => [`/${name}`, `/${name}/`].map((path) => [path, name] as const)),
);

/** The JSON method that a request is for; undefined if it is for something else. */
export function methodAt(url: string): MethodName | undefined {
  return methodPaths.get(url.split("?", 1)[0] ?? "");
}

/** Paths of one segment that are not pages, and handle their requests themselves. */
const otherPaths = /^\/(?:openapi\.json|healthz|readyz|mcp)\/?$/;

/** Whether a path is a JSON method, MCP, a probe or the API's description, which programs call under any name of the machine. */
function isProgramPath(pathname: string): boolean {
  return methodPaths.has(pathname) || otherPaths.test(pathname);
}

/**
 * What accepts POSTs besides the methods: the portal's own calls, pages of links, addresses for inbound codes, and what Next.js serves.
 * It would look for a server action in any other, and write to the log that there is none.
 */
const takesPosts =
  /^\/(?:_next\/.*|(?:api\/trpc|answer|inbound|email\/(?:confirm|reports|unsubscribe))\/[^/]+\/?|api\/auth\/.+)$/;

/**
 * The response to a POST to a path that is not a method (docs/contract.md, section 1), including pages; undefined where
 * something else answers.
 */
function unknownMethod(pathname: string): Answer | undefined {
  // As Next.js reads it, which answers /answer/../apps as /apps.
  if (isProgramPath(pathname) || takesPosts.test(new URL(`http://site${pathname}`).pathname)) return undefined;
  const name = pathname.replace(/^\/|\/$/g, "").slice(0, 100);
  const missing = name ? `There is no method ${JSON.stringify(name)}.` : "The path names no method.";
  return failure("ERROR_NO_SUCH_METHOD", `${missing} The methods are ${methodNames.join(", ")}.`);
}

type MalformedRequest = "malformed" | "headersTooLarge" | "extensionsTooLarge" | "tooSlow";

/** By the code of Node.js's error. */
const kinds: Record<string, MalformedRequest> = {
  HPE_HEADER_OVERFLOW: "headersTooLarge",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "extensionsTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "tooSlow",
};

/** The last response to be sent on each connection. */
export const lastResponse = new WeakMap<Duplex, ServerResponse>();

/**
 * Answers what Node.js cannot read as a request, where Node.js would send a status line alone. Nothing is sent after the
 * beginning of another response, because it would be taken for a part of that.
 */
export function answerMalformed(
  error: NodeJS.ErrnoException,
  connection: Duplex & Partial<Pick<Socket, "destroySoon">>,
): void {
  const last = lastResponse.get(connection);
  // A response has its connection only while it is the one that is sent.
  const isFree = !last || last.writableFinished || (last.socket === connection && !last.headersSent);
  if (connection.writable && isFree) {
    const { status, headers, body } = transportFailure(kinds[error.code ?? ""] ?? "malformed");
    const lines = Object.entries({
      ...securityHeaders,
      ...headers,
      ...hostHeaders(),
      "content-length": Buffer.byteLength(body),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  }
  if (connection.destroySoon) connection.destroySoon();
  else connection.destroy();
}
