import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { log, logFault } from "@gatepost/domain/platform/log";
import { httpUrl } from "@gatepost/domain/platform/network-address";
import type { MetricsAddress } from "./settings.ts";

/** Of Prometheus's text format. */
const contentType = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Serves `/metrics` on a listener of its own, because metrics say how busy an installation is and are not for the public
 * address. Does not keep the process alive. Logs where it listens; rejects with one sentence if it cannot.
 */
export async function serveMetrics({ setting, host, port }: MetricsAddress, read: () => Promise<string>) {
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
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${setting} names ${host}:${port}, on which this process cannot listen (${code}): set another address.`,
    );
  }
  server.unref();
  log("metrics served", { url: `${httpUrl(host, (server.address() as AddressInfo).port)}/metrics` });
}
