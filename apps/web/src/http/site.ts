import { globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { extname, join, sep } from "node:path";
import { limits } from "@gatepost/contract/limits";
import { openAnswerLink, openLiveLink } from "@gatepost/domain/waits/answer-links";
import type { HostSettings } from "../settings.ts";
import { type Answer, failure, failureOf, sendAnswer, tooManyCalls, transportFailure } from "./answer.ts";
import { answerFileBytes, holdMemory } from "./body-limits.ts";
import { addressHeader } from "./caller-address.ts";
import { renderPage } from "./page-outage.ts";
import { framesHeader } from "./page-path.ts";
import { asksForPage, isDatabaseUnavailable, sendPlainPage, sendRefusal, sendUnavailablePage } from "./plain-page.ts";
import { addressCaller } from "./rate-limit.ts";
import type { ApiDependencies } from "./receive-call.ts";
import { withWholeBody } from "./request-body.ts";
import { securityHeaders } from "./security-headers.ts";

/** Whatever is posted to an address for inbound codes, so that nothing can be probed. */
const inboundAnswer: Answer = { status: 204, headers: { "cache-control": "no-store" }, body: "" };

/**
 * What counts its calls itself, or costs nothing. Everything else is counted by the address that asks, so that no spelling of a path
 * avoids it: Next.js answers /api/../apps as /apps.
 */
const isLimitedElsewhere = ({ url = "/" }: IncomingMessage): boolean =>
  /^\/(?:(?:_next\/static|api\/(?:auth|trpc)|inbound)\/|(?:mcp|healthz|readyz)\/?$)/.test(
    new URL(`http://site${url}`).pathname,
  );

const tooManyPage = {
  title: "Too many requests",
  body: '<p>Too many requests came from your IP address, so this one was refused. Nothing was done. Wait a moment.</p><p><a href="">Try again</a></p>',
  // Also in place of an embedded chart or a live page.
  frames: "*",
} as const;

/** Answers what Next.js serves, with the whole body in memory and whether or not the database is available. */
export async function answerFromSite(
  request: IncomingMessage,
  response: ServerResponse,
  { app, limiter, site }: Pick<ApiDependencies, "app" | "limiter"> & { site: Site },
): Promise<void> {
  if (!isLimitedElsewhere(request)) {
    const seconds = await limiter.take(addressCaller(String(request.headers[addressHeader])));
    if (seconds > 0) return sendRefusal(request, response, tooManyCalls(seconds), tooManyPage);
  }
  if (!isRouterState(request.headers[stateHeader])) return sendAnswer(response, noRouterState);
  // Next.js can only answer 500 for a page that fails, so pages are answered before it while the database is
  // unavailable.
  const isPage = asksForPage(request);
  if (isPage && (await isDatabaseUnavailable(app))) return sendUnavailablePage(request, response);
  const isInbound = request.url?.startsWith("/inbound/") ?? false;
  let whole: IncomingMessage | undefined;
  try {
    const frames = isPage && (await framesOf(request, app));
    if (frames) request.headers[framesHeader] = frames;
    else delete request.headers[framesHeader];
    whole = await withWholeBody(request, await siteBodyBytes(request, app));
  } catch (error) {
    const refusal = failureOf(error);
    // No response if the client disconnected, which is not an error.
    return refusal ? sendAnswer(response, refusal) : void response.destroy();
  }
  if (!whole && request.url?.startsWith("/answer/")) return sendTooLargePage(request, response, app);
  if (!whole) return sendAnswer(response, isInbound ? inboundAnswer : transportFailure("bodyTooLarge"));
  const received = whole;
  try {
    using _ = holdMemory(Number(request.headers["content-length"] ?? 0));
    await renderPage(received, response, () => site(received, response));
  } catch (error) {
    const refusal = failureOf(error);
    if (!refusal || response.headersSent) throw error;
    sendAnswer(response, refusal);
  }
}

/** Where Next.js's router says which parts of a page it has. */
const stateHeader = "next-router-state-tree";
const noRouterState = failure("ERROR_BAD_REQUEST", `The header ${stateHeader} cannot be read.`, { status: 400 });
const routerState: typeof import("next/dist/server/app-render/parse-and-validate-flight-router-state") = createRequire(
  import.meta.url,
)("next/dist/server/app-render/parse-and-validate-flight-router-state");

/** Next.js would answer 500 to any other. */
function isRouterState(sent: string | string[] | undefined): boolean {
  try {
    routerState.parseAndValidateFlightRouterState(sent);
    return true;
  } catch {
    return false;
  }
}

/**
 * Who may show a page in a frame, as the policy's frame-ancestors says it; undefined: no page may. A live page may be shown by
 * answer pages, and by the pages of origins that its account lists.
 */
async function framesOf({ url = "", headers }: IncomingMessage, app: ApiDependencies["app"]) {
  const [, token] = /^\/live\/([^/?]+)\/?(?:\?|$)/.exec(url) ?? [];
  if (token === undefined || headers["sec-fetch-dest"] === "document") return undefined;
  const link = await openLiveLink({ app, token });
  return link ? ["'self'", ...link.embedOrigins].join(" ") : undefined;
}

/** For a person who answers with a file. A form with the largest one is read for a link that works. */
function sendTooLargePage(
  request: IncomingMessage,
  response: ServerResponse,
  { settings }: ApiDependencies["app"],
): void {
  const size = Number(request.headers["content-length"]);
  const sent = size ? `Your form is ${kilobytes(size)}. ` : "";
  const most = kilobytes(answerFileBytes(settings));
  sendPlainPage(request, response, {
    status: 413,
    title: "The file is too large",
    body: `<p>${sent}A file can be at most ${most}, and can be sent only while the question is open. Nothing was sent. Choose a smaller file.</p>
  <p><a href="">Back to the question</a></p>`,
    headers: { "referrer-policy": "same-origin" },
  });
}

/** As the page of a question says it. */
const kilobytes = (bytes: number): string => `${Math.floor(bytes / 1_024).toLocaleString("en")} KB`;

/** What the form of an answer page has around the file. */
const formBytes = 16 * 1024;

/** The bytes that a body for Next.js may have. A form with a large file is taken only for an answer link that works. */
async function siteBodyBytes(
  { method, url = "", headers }: IncomingMessage,
  app: ApiDependencies["app"],
): Promise<number> {
  if (url.startsWith("/inbound/")) return limits.inboundBytes;
  const [, token] = /^\/answer\/([^/?]+)\/?(?:\?|$)/.exec(url) ?? [];
  const isLarge = Number(headers["content-length"]) > limits.bodyBytes;
  if (method !== "POST" || token === undefined || !isLarge) return limits.bodyBytes;
  return (await openAnswerLink({ app, token })) ? answerFileBytes(app.settings) + formBytes : limits.bodyBytes;
}

export const siteDir = join(import.meta.dirname, "../..");

export type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The site as Next.js serves it, which reads NODE_ENV when it is loaded and is therefore loaded here. */
export async function openSite({ dev, host, port }: Pick<HostSettings, "dev" | "host" | "port">): Promise<Site> {
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { default: next } = await import("next");
  // Next.js keeps the configuration that it has loaded. If it loads it later by itself, it writes a line of its own to the log.
  const config: typeof import("next/dist/server/config") = createRequire(import.meta.url)("next/dist/server/config");
  if (!dev) await config.default("phase-production-server", siteDir);
  const site = next({ dev, dir: siteDir, port, hostname: host });
  await site.prepare();
  return site.getRequestHandler();
}

/** The types of the files that the build compresses. */
const staticTypes: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

/**
 * Sends the build's own files as the build has compressed them, from memory (0.7 MB). Returns whether the request was for such a file;
 * Next.js sends the others, and compresses for who does not read Brotli. sirv keeps a file open when its reader leaves, and throws
 * for a Range that ends before it begins, or once a file is gone.
 */
export function staticFiles(folder = join(siteDir, ".next/static")) {
  const names = globSync("**/*.{js,css}.br", { cwd: folder });
  const files = new Map(
    names.map((name) => [`/_next/static/${name.slice(0, -3).replaceAll(sep, "/")}`, readFileSync(join(folder, name))]),
  );
  return ({ url = "", headers }: IncomingMessage, response: ServerResponse): boolean => {
    const path = url.split("?", 1)[0] ?? "";
    const file = files.get(path);
    if (!file || !/\bbr\b/.test(String(headers["accept-encoding"]))) return false;
    const head = {
      ...securityHeaders,
      "content-type": staticTypes[extname(path)],
      "content-encoding": "br",
      "content-length": file.length,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    };
    response.writeHead(200, head).end(file);
    return true;
  };
}
