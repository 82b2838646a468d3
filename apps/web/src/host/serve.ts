import cluster from "node:cluster";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requireSecret } from "@gatepost/domain/encryption/installation-secret";
import type { AppContext } from "@gatepost/domain/platform/context";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { noteRolePower } from "@gatepost/domain/platform/health";
import { isMigrated } from "@gatepost/domain/platform/is-migrated";
import { inRequest, log } from "@gatepost/domain/platform/log";
import { httpUrl } from "@gatepost/domain/platform/network-address";
import { onStopRequest } from "@gatepost/domain/platform/signal";
import { startTraces } from "@gatepost/metrics/traces";
import { type Container, openContainer } from "../container.ts";
import { hostHeaders, logFault, requestIdHeader, requestIdOf, sendAnswer } from "../http/answer.ts";
import { addressHeader, peerAddress } from "../http/caller-address.ts";
import {
  answerMalformed,
  earlyAnswer,
  isForeignHost,
  lastResponse,
  methodAt,
  refuseForeignHost,
  settleTarget,
} from "../http/early-answer.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { answerFromSite, openSite, siteDir, staticFiles } from "../http/site.ts";
import { setContainer } from "../opened-container.ts";
import type { HostSettings } from "../settings.ts";
import { methodAnswers } from "./answer-method.ts";
import { closeAfterResponse, drain } from "./drain.ts";
import { isLive, openLiveRelay } from "./live-relay.ts";
import { sayStarted, startMetrics } from "./processes.ts";

/** Milliseconds. Limits for sending the headers and the whole request; idle connections outlive those of a proxy (60 s). */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};

/** How long a client may go on sending after its response. Milliseconds. */
const lateBodyMs = 2_000;

/** Serves the site until the process is asked to stop. Rejects with one sentence if it cannot start. */
export async function serve(settings: HostSettings): Promise<void> {
  const { dev, host, port, trusted, fastPath, shutdownDelaySeconds, metrics, traces } = settings;
  if (!dev && !existsSync(join(siteDir, ".next/BUILD_ID")))
    throw new Error("The site has not been built: run `npx gatepost web --build-only`, or set GATEPOST_DEV=1.");
  const stopTraces = traces && (await startTraces(traces, "gatepost-web"));
  const container = openContainer();
  setContainer(container);
  const { app, limiter, live, stopRequested, close } = container;
  if (metrics) await startMetrics(metrics, container);
  const site = await openSite({ dev, host, port });
  const sendFile = dev ? undefined : staticFiles();
  const answerMethod = methodAnswers(fastPath ? undefined : site);

  // Upgrades are for live pages, and for Next.js's development server. Any other is handled as an ordinary
  // request, as HTTP prescribes, and its connection stays under the time limits above.
  const shouldUpgradeCallback = (request: IncomingMessage) => isLive(request) || (dev && !isForeignHost(request));
  const callerOf = (request: IncomingMessage) =>
    peerAddress(
      request.socket.remoteAddress,
      // Several lines of the header form one list. Node.js makes all of them when one is read.
      trusted.isEmpty ? undefined : request.headersDistinct["x-forwarded-for"]?.join(","),
      trusted,
    );
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    lastResponse.set(socket, response);
    response.once("finish", () => cutLater(request, socket));
    const refusal = settleTarget(request);
    if (refusal) return sendAnswer(response, refusal);
    const method = request.method === "POST" ? methodAt(request.url ?? "") : undefined;
    const early = method ? undefined : earlyAnswer(request);
    if (early) return sendAnswer(response, early);
    const address = callerOf(request);
    if (method) return void answerMethod(method, request, response, address);
    // Not earlier, because a header that is set beforehand makes sending the others slower.
    for (const [name, value] of Object.entries(hostHeaders())) response.setHeader(name, value);
    if (isForeignHost(request)) return refuseForeignHost(request, response);
    if (sendFile?.(request, response)) return;
    request.headers[addressHeader] = address;
    answerFromSite(request, response, { app, limiter, site }).catch((error: unknown) => fail(response, error));
  };
  // Node.js would refuse a request without a Host header with an empty response; settleTarget refuses it.
  const server = createServer({ ...timeouts, shouldUpgradeCallback, requireHostHeader: false }, (request, response) => {
    inRequest(requestIdOf(request.headers[requestIdHeader]), () => answer(request, response));
  });
  // An unknown Expect header may be ignored (RFC 9110, section 10.1.1); Node.js would refuse it with an empty response.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", answerMalformed);
  const relay = openLiveRelay({ app, limiter, viewers: live.viewers });
  server.on("upgrade", (request, socket, head) => {
    if (isLive(request))
      relay.accept(request, socket, head, callerOf(request)).catch((error: unknown) => {
        logFault("live page", error);
        socket.destroy();
      });
  });

  await checkSecret(app, close);
  void noteMigrations(container);
  void noteRolePower(app);
  server.listen(port, host);
  await once(server, "listening");
  log("listening", { url: httpUrl(host, (server.address() as AddressInfo).port) });
  if (cluster.isPrimary) sayStarted();

  const hurry = new AbortController();
  const stop = async () => {
    stopRequested.abort();
    closeAfterResponse(server);
    await sleep(shutdownDelaySeconds * 1_000, undefined, { signal: hurry.signal }).catch(() => {});
    // Only now, because their clients call again at once, and must then reach another process.
    live.stop();
    relay.stop();
    await drain(server);
    // Wait for the work that the last calls left (a count, an ended batch).
    await close().catch(() => {});
    if (stopTraces) await stopTraces();
    process.exit(0);
  };
  onStopRequest((request) => {
    if (request === 1) return void stop();
    // A second request to stop does not wait for calls under way.
    hurry.abort();
    server.closeAllConnections();
  });
}

/**
 * Limits how long a client may go on sending a body that was answered before its end, for example because it is too
 * large.
 */
function cutLater(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, lateBodyMs).unref();
}

function fail(response: ServerResponse, error: unknown): void {
  logFault("site", error);
  if (!response.headersSent) response.writeHead(500, securityHeaders);
  response.end();
}

/** How often an unavailable database is checked for whether its secret is ours. */
const secretMs = 1_000;

/**
 * Ends the process if its secret is not the database's, because nobody could read what it writes. If the database is
 * unavailable, the site is served, and this is checked once the database is back.
 */
async function checkSecret(app: AppContext, close: () => Promise<void>): Promise<void> {
  try {
    await requireSecret({ ctx: { ...app, actor: { kind: "system" } } });
  } catch (error) {
    if (!isDomainError(error)) {
      setTimeout(() => void checkSecret(app, close), secretMs).unref();
      return;
    }
    console.error(error.message);
    await close().catch(() => {});
    process.exit(1);
  }
}

const pauseMs = 1_000;

/** Notes in the container when the database has all migrations of this version. Until then it looks once a second. */
async function noteMigrations(container: Container): Promise<void> {
  for (;;) {
    // While the database is unavailable, the heartbeats report that.
    container.migrated = await isMigrated(container).catch(() => false);
    if (container.migrated) return;
    await sleep(pauseMs, undefined, { ref: false });
  }
}
