import { randomBytes } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import { afterAll } from "vitest";
import { startParts } from "../failover/installed-parts.ts";
import { freePort } from "../free-port.ts";
import { listen } from "../listen.ts";
import { openDatabase, openOwnOperator } from "./wire.ts";

/** How often each web server is checked. Milliseconds. */
const checkMs = 100;

/**
 * A proxy that sends calls to the web servers at these ports in turn, as long as their /healthz says 200. It repeats no
 * call, so that one that a web server does not answer is answered with 502.
 */
async function openBalancer(ports: readonly number[]) {
  const healthy = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  let closed = false;

  const checks = setInterval(() => {
    for (const port of ports)
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => (ok ? healthy.add(port) : healthy.delete(port)),
        () => healthy.delete(port),
      );
  }, checkMs);
  const server = createServer({ keepAliveTimeout: 60_000 }, (call, response) => {
    const candidates = ports.filter((port) => healthy.has(port));
    const port = candidates[next++ % candidates.length];
    const { method = "", url = "", headers } = call;
    const fail = (error: unknown) => {
      if (closed) return response.destroy();
      response.writeHead(502).end(`web server ${port}: ${error}`);
    };
    if (port === undefined) return fail("none is healthy");
    const sent = request({ port, host: "127.0.0.1", method, path: url, headers, agent }, (answer) => {
      const { connection: _, "keep-alive": __, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      // A web server that is killed within its answer.
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    sent.on("error", fail);
    call.pipe(sent);
  });
  const { url } = await listen(server);
  return {
    url,
    close() {
      closed = true;
      clearInterval(checks);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

/** Two web servers behind a balancer, and workers, each a process that can be restarted, with their operator. */
export async function openParts({ workers, env }: { workers: number; env: Record<string, string> }) {
  const database = await openDatabase();
  const secret = randomBytes(32).toString("hex");
  const webPorts = [await freePort(), await freePort()];
  const installed = await startParts({ database, secret, webPorts, workers, env });
  afterAll(() => installed.stop());
  const balancer = await openBalancer(webPorts);
  afterAll(() => balancer.close());
  return { operator: openOwnOperator({ database, secret }), installed, balancer, database };
}
