import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "@gatepost/domain/context";
import { isDomainError } from "@gatepost/domain/errors";
import { requireSecret } from "@gatepost/domain/secret/require-secret";
import { onStopRequest } from "@gatepost/domain/stop-requests";
import { authSettings } from "../server/auth-settings.ts";
import { addressHeader, announceFront } from "../server/caller-address.ts";
import { openContainer } from "../server/container.ts";
import { logFault } from "../server/fault.ts";
import { transportSecurity } from "../server/origin.ts";
import { securityHeaders } from "../server/security-headers.ts";
import { isProgramPath, unknownMethod } from "../server/unknown-method.ts";
import { type Answer, failureOf, transportFailure } from "../server/wire-errors.ts";
import { withWholeBody } from "./bodies.ts";
import { drain } from "./drain.ts";
import { answerOnFastPath } from "./fast-path.ts";
import { isForeignHost, refuseForeignHost } from "./foreign-host.ts";
import { startMetrics } from "./metrics.ts";
import { noteRolePower } from "./note-role-power.ts";
import { renderPage } from "./page-outage.ts";
import { peerAddress } from "./peer-address.ts";
import { settleTarget } from "./request-target.ts";
import type { HostSettings } from "./settings.ts";
import { staticFiles } from "./static-files.ts";
import { asksForPage, isDatabaseUnavailable, sendUnavailablePage } from "./unavailable-page.ts";

const dir = join(import.meta.dirname, "../..");

/** Milliseconds. Limits for sending the headers and the whole request; idle connections outlive those of a proxy (60 s). */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};

/** How often an unavailable database is checked for whether its secret is ours. */
const secretMs = 1_000;

/** How long a client may go on sending after its response. */
const lingering = 2_000;

/** Serves the site until the process is asked to stop. Rejects with one sentence if it cannot start. */
export async function serve({ dev, host, port, trusted, fastPath, metrics }: HostSettings): Promise<void> {
  if (!dev && !existsSync(join(dir, ".next/BUILD_ID")))
    throw new Error("The site has not been built: run `next build` in apps/web, or set GATEPOST_DEV=1.");
  authSettings();
  const container = openContainer();
  const { app, live, close } = container;
  if (metrics) await startMetrics(metrics, container);
  const answer = await openSite({ dev, host, port });
  const sendFile = dev ? undefined : staticFiles(join(dir, ".next/static"));
  announceFront();

  // Next.js listens for upgrades, which only its development server answers. Any other is handled as an ordinary
  // request, as HTTP prescribes, and its connection stays under the time limits above.
  const shouldUpgradeCallback = (request: IncomingMessage) => dev && !isForeignHost(request);
  const server = createServer({ ...timeouts, shouldUpgradeCallback }, (request, response) => {
    const { socket } = request;
    response.once("finish", () => cutLater(request, socket));
    for (const [name, value] of Object.entries(transportSecurity())) response.setHeader(name, value);
    const refusal = settleTarget(request) ?? refusalOf(request);
    if (refusal) return send(response, refusal);
    const address = peerAddress(
      socket.remoteAddress,
      // Several lines of the header form one list.
      trusted.isEmpty ? undefined : request.headersDistinct["x-forwarded-for"]?.join(","),
      trusted,
    );
    if (fastPath && answerOnFastPath(request, response, address)) return;
    if (isForeignHost(request)) return refuseForeignHost(request, response);
    if (sendFile?.(request, response)) return;
    request.headers[addressHeader] = address;
    answerPage(request, response).catch((error: unknown) => fail(response, error));
  });
  async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Next.js can only answer 500 for a page that fails, so pages are answered before it while the database is
    // unavailable.
    const isPage = asksForPage(request);
    if (isPage && (await isDatabaseUnavailable(app))) return sendUnavailablePage(request, response);
    const isInbound = request.url?.startsWith("/inbound/") ?? false;
    let whole: IncomingMessage | undefined;
    try {
      whole = await withWholeBody(request, isInbound ? limits.inboundBytes : limits.bodyBytes);
    } catch (error) {
      const refusal = failureOf(error);
      // No response if the client disconnected, which is not an error.
      return refusal ? send(response, refusal) : void response.destroy();
    }
    if (!whole) return send(response, isInbound ? inboundAnswer : transportFailure("bodyTooLarge"));
    if (isPage) await renderPage(whole, response, () => answer(whole, response));
    else await answer(whole, response);
  }

  await untilSecretIsRight(app, close);
  void noteRolePower(app);
  server.listen(port, host);
  await once(server, "listening");
  console.log(
    `Gatepost listens on http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
  );

  const stop = async () => {
    live.stop();
    await drain(server);
    // Wait for the work that the last calls left (a count, an ended batch).
    await close().catch(() => {});
    process.exit(0);
  };
  onStopRequest((request) => {
    // A second request to stop does not wait for calls under way.
    if (request === 1) void stop();
    else server.closeAllConnections();
  });
}

/**
 * Ends the process if its secret is not the database's, because nobody could read what it writes. If the database is
 * unavailable, the site is served, and this is checked once the database is back.
 */
async function untilSecretIsRight(app: AppContext, close: () => Promise<void>): Promise<void> {
  const asking = async () => {
    try {
      await requireSecret({ ctx: { ...app, actor: { kind: "system" } } });
    } catch (error) {
      if (!isDomainError(error)) return false;
      console.error(error.message);
      await close().catch(() => {});
      process.exit(1);
    }
    return true;
  };
  if (await asking()) return;
  const timer = setInterval(async () => {
    if (await asking()) clearInterval(timer);
  }, secretMs);
  timer.unref();
}

type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Next.js reads NODE_ENV when it is loaded, so it is loaded here. */
async function openSite({ dev, host, port }: Pick<HostSettings, "dev" | "host" | "port">): Promise<Site> {
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { default: next } = await import("next");
  const site = next({ dev, dir, port, hostname: host });
  await site.prepare();
  return site.getRequestHandler();
}

/**
 * Limits how long a client may go on sending a body that was answered before its end, for example because it is too
 * large.
 */
function cutLater(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, lingering).unref();
}

/** Whatever is posted to an address for inbound codes, so that nothing can be probed. */
const inboundAnswer: Answer = { status: 204, headers: { "cache-control": "no-store" }, body: "" };

/** The HTTP methods of pages and files, and of the routes for programs. */
const reading = ["GET", "HEAD", "OPTIONS"];
const verbs = [...reading, "POST", "PUT", "PATCH", "DELETE"];

/**
 * Refuses what Next.js would handle badly: unknown methods, whose whole body it would read first, HTTP methods on which
 * it fails, and any request to a page other than reading it, which it would take for a server action; the site has
 * none.
 */
function refusalOf({ method = "", url = "" }: IncomingMessage): Answer | undefined {
  const path = url.split("?", 1)[0] ?? "";
  const refusal = unknownMethod(method, path);
  const answers = isProgramPath(path) || /^\/(?:api|answer|inbound|email)\//.test(path) ? verbs : reading;
  return refusal ?? (answers.includes(method) ? undefined : transportFailure("notPost", { allow: answers.join(", ") }));
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...securityHeaders, ...headers }).end(body);
}

function fail(response: ServerResponse, error: unknown): void {
  logFault("site", error);
  if (!response.headersSent) response.writeHead(500, securityHeaders);
  response.end();
}
