import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { log, logFault } from "@gatepost/domain/platform/log";
import { httpUrl } from "@gatepost/domain/platform/network-address";
import type { MetricsAddress } from "./settings.ts";

/** How often an address is tried that another process has. */
const againMs = 500;
/** Of Prometheus's text format. */
const contentType = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Serves `/metrics` on a listener of its own, because metrics say how busy an installation is and are not for the public
 * address. Does not keep the process alive. Logs where it listens; rejects with one sentence if it cannot. `isBeside`: a process that
 * this one is to replace may have the address, and it listens as soon as that one leaves it.
 */
export async function serveMetrics(
  { setting, host, port }: MetricsAddress,
  read: () => Promise<string>,
  { isBeside = false }: { isBeside?: boolean | undefined } = {},
) {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    if (path !== "/metrics" || request.method !== "GET") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at GET /metrics.\n");
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "content-type": contentType }).end(text),
      (error: unknown) => {
        logFault("metrics not read", error);
        response.writeHead(500, { "content-type": "text/plain" }).end("The metrics could not be read.\n");
      },
    );
  });
  const left = new AbortController();

  async function listen(): Promise<void> {
    server.listen(port, host);
    await once(server, "listening");
    server.unref();
    log("metrics served", { url: `${httpUrl(host, (server.address() as AddressInfo).port)}/metrics` });
  }

  async function listenOnceLeft(): Promise<void> {
    for (;;) {
      await sleep(againMs, undefined, { signal: left.signal, ref: false });
      const hasListened = await listen().then(
        () => true,
        () => false,
      );
      if (hasListened) return;
    }
  }

  await listen().catch((error: NodeJS.ErrnoException) => {
    if (!isBeside || error.code !== "EADDRINUSE")
      throw new Error(
        `${setting} names ${host}:${port}, on which this process cannot listen (${error.code}): set another address.`,
      );
    listenOnceLeft().catch(() => {});
  });
  return {
    /** Leaves the address to another process. */
    leave(): void {
      left.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}
